/// Installs plugins, accepts the change of one that is installed, and removes modules.
package struct ModuleInstallation {
    /// What became of a plugin that was to be installed.
    package struct Outcome: Sendable {
        package let modules: [LockedModule]
        /// Libraries that were installed by themselves.
        package var libraries: [LockedLibrary] = []
        /// Whether the same content was installed before.
        package let wasThere: Bool
        /// What the person should know of other modules, and of the versions.
        package var notes: [String] = []
        /// What was installed before and is after it; `nil` where it changed nothing.
        var locks: (before: ModuleLock, after: ModuleLock)?
    }

    package let store: ModuleStore
    package let host: HostIdentity
    /// Where it is kept what scans found, for the starts that come.
    package var scans = ScanMemory(cache: nil)

    package init(store: ModuleStore, host: HostIdentity, scans: ScanMemory = ScanMemory(cache: nil)) {
        self.store = store
        self.host = host
        self.scans = scans
    }

    /// Installs the modules of a library; the same content once more changes nothing and mends a damaged copy.
    ///
    /// - Parameter replaced: the installed modules whose place it takes; they are removed in the same step.
    package func install(
        library source: PluginSource.Library, replacing replaced: [String] = []
    ) throws(InstallationError) -> Outcome {
        let library = source.path
        let read = try read(library, file: source.file)
        let (change, lock) = try begin()
        let names = read.inspection.entryPoints.map(\.module)
        var old: [LockedModule] = []
        for name in replaced { old.append(try Self.module(name, in: lock)) }
        let known = names.compactMap { lock[$0] }
        let settlement = try settle(read, without: old + known, in: lock)
        let bundle = settlement.bundle
        let address = bundle.address
        for module in known where module.entry.address != address && !replaced.contains(module.name) {
            throw .changed(module, source: library, difference(of: bundle, from: module))
        }
        let isSame = known.allSatisfy { $0.entry.address == address && (old.isEmpty || $0.source == library) }
        if known.count == names.count, isSame, old.allSatisfy(known.contains) {
            return try mend(known, with: bundle, at: address, change)
        }
        old += known.filter { !old.contains($0) }
        return try record(settlement, at: address, source: library, trust: .installed, replacing: old, in: lock, change)
    }

    /// Accepts what the file that a module was installed from holds now.
    ///
    /// A library's modules change together: they are those that it has now.
    package func trust(_ name: String) throws(InstallationError) -> Outcome {
        let (change, lock) = try begin()
        let module = try Self.module(name, in: lock)
        guard module.trust != .offered else { throw .fetched(module) }
        let bundle = try read(module.source)
        guard bundle.inspection.entryPoints.contains(where: { $0.module == name }) else {
            throw .moduleGone(name, source: module.source)
        }
        return try renew(bundle, from: module.source, in: lock, change)
    }

    private func renew(
        _ bundle: PluginBundle, from source: String, in lock: ModuleLock, _ change: StoreTransaction
    ) throws(InstallationError) -> Outcome {
        let names = bundle.inspection.entryPoints.map(\.module)
        for other in names.compactMap({ lock[$0] }) where other.source != source {
            throw .otherSource(other, source: source)
        }
        let known = lock.modules(from: source)
        let settlement = try settle(bundle, without: known, in: lock)
        let address = settlement.bundle.address
        if known.allSatisfy({ $0.entry.address == address }), known.map(\.name).sorted() == names.sorted() {
            return try mend(known, with: settlement.bundle, at: address, change)
        }
        return try record(settlement, at: address, source: source, trust: .trusted, replacing: known, in: lock, change)
    }

    /// What the file that a module was installed from differs in from what is installed; `nil` where it does not.
    package func change(of module: LockedModule) throws(InstallationError) -> ContentDifference? {
        let bundle = try settled(try read(module.source), insteadOf: module)
        return bundle.address == module.entry.address ? nil : difference(of: bundle, from: module)
    }

    /// A plugin with the builds of its libraries that it would be stored with in place of an installed module.
    package func settled(_ bundle: PluginBundle, insteadOf module: LockedModule) throws(InstallationError)
        -> PluginBundle
    {
        let lock = try lock()
        return try settle(bundle, without: lock.modules(from: module.source), in: lock).bundle
    }

    /// The first file in which a plugin differs from an installed one.
    func difference(of bundle: PluginBundle, from module: LockedModule) -> ContentDifference {
        let hash = bundle.main.hash
        if hash != module.hash {
            return ContentDifference(file: bundle.main.name, found: hash, expected: module.hash)
        }
        let installed = (try? store.read(module.entry, host: host))?.libraries ?? []
        let names = Set((installed + bundle.libraries).map(\.name)).sorted()
        let differences = names.map { name in
            ContentDifference(
                file: name, found: bundle.libraries.first { $0.name == name }?.hash,
                expected: installed.first { $0.name == name }?.hash)
        }
        return differences.first { $0.found != $0.expected }
            ?? ContentDifference(file: bundle.main.name, found: hash, expected: module.hash)
    }

    /// Removes a module, or a library that is installed by itself; a plugin's library stays in the store as long as another of
    /// its modules is installed.
    package func uninstall(_ name: String) throws(InstallationError) -> Outcome {
        var (change, lock) = try begin()
        if let library = lock.libraries.removeValue(forKey: name) {
            try finish(change, lock)
            return Outcome(modules: [], libraries: [library], wasThere: true)
        }
        let module = try Self.module(name, in: lock)
        let before = lock
        lock[name] = nil
        let notes = dependants(after: lock, before: before)
        try finish(change, lock)
        return Outcome(modules: [module], wasThere: true, notes: notes)
    }

    /// Makes the lock file say once more what it said before an installation.
    ///
    /// - Returns: whether it does; not where it has changed since, or the installation changed nothing.
    package func putBack(_ outcome: Outcome) throws(InstallationError) -> Bool {
        guard let (before, after) = outcome.locks else { return false }
        let (change, lock) = try begin()
        guard lock == after else { return false }
        try finish(change, before)
        return true
    }

    /// The installed module of that name.
    package static func module(_ name: String, in lock: ModuleLock) throws(InstallationError) -> LockedModule {
        guard let module = lock[name] else { throw .notInstalled(name, installed: lock.modules.map(\.name)) }
        return module
    }
}
