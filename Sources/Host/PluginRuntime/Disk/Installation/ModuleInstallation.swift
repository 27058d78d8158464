package import Platform

/// The operations that install plugins, accept changes of installed plugins, and remove modules.
package struct ModuleInstallation {
    /// The result of an installation, a change or a removal.
    package struct Outcome: Sendable {
        package let modules: [LockedModule]
        /// The libraries without a module that were installed.
        package var libraries: [LockedLibrary] = []
        /// Whether the modules or libraries were installed before, with this content.
        package let wasInstalled: Bool
        /// Sentences for the user about other modules, and about versions.
        package var notes: [String] = []
        /// The lock file before and after an installation; `nil` if no installation has changed the lock file.
        var locks: (before: ModuleLock, after: ModuleLock)?
    }

    package let store: ModuleStore
    package let host: HostIdentity
    /// The records of scans, which later starts read.
    package var scans = ScanCache(cache: nil)

    package init(store: ModuleStore, host: HostIdentity, scans: ScanCache = ScanCache(cache: nil)) {
        self.store = store
        self.host = host
        self.scans = scans
    }

    /// Installs the modules of a library, or an interface library. If the content is already installed, only repairs a
    /// damaged copy. `replaced` are the names of installed modules, which are removed in the same step. Modules of the
    /// library that are installed with other content are replaced only if `replaced` names them, or if the user has
    /// accepted the new content: `accepted` is the hash of the library and its bundled libraries.
    package func install(
        library: String, replacing replaced: [String] = [], accepting accepted: ContentHash? = nil
    ) throws(PluginProblem) -> Outcome {
        let read: PluginBundle
        do {
            read = try PluginBundle.read(library, host: host)
        } catch {
            guard error.code == .noEntryPoint, let outcome = try installInterface(library) else { throw error }
            return outcome
        }
        let (change, lock) = try begin()
        let names = read.modules
        var old: [LockedModule] = []
        for name in replaced { old.append(try Self.module(name, in: lock)) }
        let known = names.compactMap { lock[$0] }
        if read.address == accepted { old += Self.family(of: known, in: lock).filter { !old.contains($0) } }
        let choice = try chooseBuilds(read, without: old + known, in: lock)
        let bundle = choice.bundle
        let address = bundle.address
        for module in known where module.entry.address != address && !old.contains(module) {
            throw .changed(
                module, source: library, difference(of: bundle, from: module),
                remedy: "it has changed since it was shown: install it again")
        }
        let isSame = known.allSatisfy { $0.entry.address == address && (old.isEmpty || $0.source == library) }
        if known.count == names.count, isSame, old.allSatisfy(known.contains) {
            return try mend(known, with: bundle, change)
        }
        old += known.filter { !old.contains($0) }
        return try record(choice, source: library, trust: .installed, replacing: old, in: lock, change)
    }

    /// Accepts the present content of the file from which a module was installed. All modules of the file change
    /// together: the modules that the file contains now replace all modules that were installed from the file.
    package func trust(_ name: String) throws(PluginProblem) -> Outcome {
        let (change, lock) = try begin()
        let module = try Self.module(name, in: lock)
        guard module.trust != .offered else { throw .fetched(module) }
        let bundle = try PluginBundle.read(module.source, host: host)
        guard bundle.modules.contains(name) else {
            throw .moduleGone(name, source: module.source)
        }
        return try renew(bundle, from: module.source, in: lock, change)
    }

    private func renew(
        _ bundle: PluginBundle, from source: String, in lock: ModuleLock, _ change: StoreTransaction
    ) throws(PluginProblem) -> Outcome {
        let names = bundle.modules
        for other in names.compactMap({ lock[$0] }) where other.source != source {
            throw .otherSource(other, source: source)
        }
        let known = lock.modules(from: source)
        let choice = try chooseBuilds(bundle, without: known, in: lock)
        let address = choice.bundle.address
        if known.allSatisfy({ $0.entry.address == address }), known.map(\.name).sorted() == names.sorted() {
            return try mend(known, with: choice.bundle, change)
        }
        return try record(choice, source: source, trust: .trusted, replacing: known, in: lock, change)
    }

    /// Returns the difference between an installed module and its source as text; `nil` if there is none.
    package func change(of module: LockedModule) throws(PluginProblem) -> String? {
        let bundle = try settled(try PluginBundle.read(module.source, host: host), insteadOf: module)
        return bundle.address == module.entry.address ? nil : difference(of: bundle, from: module)
    }

    /// Returns a plugin with the library builds that the host would load if the plugin replaced an installed module.
    package func settled(_ bundle: PluginBundle, insteadOf module: LockedModule) throws(PluginProblem)
        -> PluginBundle
    {
        let lock = try store.lock()
        return try chooseBuilds(bundle, without: lock.modules(from: module.source), in: lock).bundle
    }

    /// Returns a sentence about the first file in which a plugin differs from an installed module. The sentence
    /// contains the hashes of the file, as `sha256sum` prints them.
    func difference(of bundle: PluginBundle, from module: LockedModule) -> String {
        let (main, hash) = (bundle.main.name, bundle.main.hash)
        let installed = hash == module.hash ? (try? store.read(module.entry, host: host))?.libraries ?? [] : []
        let libraries = hash == module.hash ? bundle.libraries : []
        for name in Set((installed + libraries).map(\.name)).sorted() {
            let found = libraries.first { $0.name == name }?.hash
            let expected = installed.first { $0.name == name }?.hash
            switch (found, expected) {
            case (let found?, let expected?) where found != expected:
                return "\(name) has SHA-256 \(found), expected \(expected)"
            case (let found?, nil): return "\(name) with SHA-256 \(found) is new"
            case (nil, let expected?): return "\(name) is missing, expected SHA-256 \(expected)"
            default: continue
            }
        }
        return "\(main) has SHA-256 \(hash), expected \(module.hash)"
    }

    /// Removes a module, or a library that was installed without a module. The plugin's file stays in the store while
    /// another module of that file is installed.
    package func uninstall(_ name: String) throws(PluginProblem) -> Outcome {
        var (change, lock) = try begin()
        if let library = lock.libraries.removeValue(forKey: name) {
            try finish(change, lock)
            return Outcome(modules: [], libraries: [library], wasInstalled: true)
        }
        let module = try Self.module(name, in: lock)
        let before = lock
        lock[name] = nil
        let notes = dependants(after: lock, before: before)
        try finish(change, lock)
        return Outcome(modules: [module], wasInstalled: true, notes: notes)
    }

    /// Restores the lock file from before an installation. Returns `false` if the lock file has changed since the
    /// installation, or if the installation did not change it.
    package func putBack(_ outcome: Outcome) throws(PluginProblem) -> Bool {
        guard let (before, after) = outcome.locks else { return false }
        let (change, lock) = try begin()
        guard lock == after else { return false }
        try finish(change, before)
        return true
    }

    /// Returns an installed module, or throws if there is none of that name.
    package static func module(_ name: String, in lock: ModuleLock) throws(PluginProblem) -> LockedModule {
        guard let module = lock[name] else { throw .notInstalled(name, installed: lock.modules.map(\.name)) }
        return module
    }

    /// Chooses builds of a new plugin's libraries that fit the installed modules. The modules in `replaced` are
    /// ignored.
    func chooseBuilds(
        _ bundle: PluginBundle, without replaced: [LockedModule], in lock: ModuleLock
    ) throws(PluginProblem) -> SharedLibraries.BuildChoice {
        try SharedLibraries(lock, without: replaced, in: store, host: host).chooseBuilds(bundle)
    }

    /// Waits for the exclusive right to change the store, and reads the lock file.
    func begin() throws(PluginProblem) -> (StoreTransaction, ModuleLock) {
        let change = try StoreTransaction(store)
        // A process that was killed may have left entries that the lock file does not name. If these entries cannot be
        // removed now, they do no harm.
        try? change.prune()
        return (change, try change.lock())
    }

    /// Writes the lock file, and removes the entries of the store that the lock file no longer names.
    func finish(_ change: StoreTransaction, _ lock: ModuleLock) throws(PluginProblem) {
        try change.write(lock)
        // A file that cannot be removed now is removed with the next change.
        try? change.prune()
    }

    /// Repairs the store's copy of installed modules, if it is damaged.
    func mend(
        _ modules: [LockedModule], with bundle: PluginBundle, _ change: StoreTransaction
    ) throws(PluginProblem) -> Outcome {
        _ = try change.put(bundle, host: host)
        try change.prune()
        return Outcome(modules: modules, wasInstalled: true)
    }
}
