/// Installs plugins, accepts the change of one that is installed, and removes modules.
struct ModuleInstallation {
    /// What became of a plugin that was to be installed.
    struct Outcome: Sendable {
        let modules: [LockedModule]
        /// Whether the same content was installed before.
        let wasThere: Bool
    }

    let store: ModuleStore
    let host: HostIdentity
    /// Where it is kept what scans found, for the starts that come.
    var scans = ScanMemory(cache: nil)

    /// Installs the modules of a library; the same content once more changes nothing and mends a damaged copy.
    func install(library: String) throws(InstallationError) -> Outcome {
        let bundle = try read(library)
        let address = bundle.address()
        let (change, lock) = try begin()
        let names = bundle.inspection.entryPoints.map(\.module)
        let known = names.compactMap { lock[$0] }
        for module in known where module.entry.address != address {
            throw .changed(module, source: library, found: address)
        }
        if known.count == names.count { return try mend(known, with: bundle, at: address, change) }
        try checkLibraries(of: bundle, source: library, against: lock)
        return try record(bundle, at: address, source: library, trust: .installed, replacing: known, in: lock, change)
    }

    /// Makes sure that no installed module has another library of a name that the plugin brings along.
    private func checkLibraries(
        of bundle: PluginBundle, source: String, against lock: ModuleLock
    ) throws(InstallationError) {
        guard !bundle.libraries.isEmpty else { return }
        // An entry whose address is the plugin's own hash has no other libraries.
        for module in lock.modules where module.entry.address != module.hash {
            // What cannot be read any more is told of where it is loaded.
            let others = (try? store.read(module.entry, host: host))?.libraries ?? []
            for library in bundle.libraries {
                guard let other = others.first(where: { $0.name == library.name }) else { continue }
                guard other.hash() != library.hash() else { continue }
                throw .otherLibrary(library.name, of: source, installed: module)
            }
        }
    }

    /// Accepts what the file that a module was installed from holds now.
    ///
    /// A library's modules change together: they are those that it has now.
    func trust(_ name: String) throws(InstallationError) -> Outcome {
        let (change, lock) = try begin()
        let module = try Self.module(name, in: lock)
        guard module.trust != .offered else { throw .fetched(module) }
        let bundle = try read(module.source)
        guard bundle.inspection.entryPoints.contains(where: { $0.module == name }) else {
            throw .moduleGone(name, source: module.source)
        }
        return try renew(bundle, from: module.source, in: lock, change)
    }

    /// Accepts what a file holds now that modules were installed from, whatever the names of its modules are now.
    func renew(from source: String) throws(InstallationError) -> Outcome {
        let (change, lock) = try begin()
        return try renew(try read(source), from: source, in: lock, change)
    }

    private func renew(
        _ bundle: PluginBundle, from source: String, in lock: ModuleLock, _ change: StoreChange
    ) throws(InstallationError) -> Outcome {
        let names = bundle.inspection.entryPoints.map(\.module)
        for other in names.compactMap({ lock[$0] }) where other.source != source {
            throw .otherSource(other, source: source)
        }
        let known = lock.modules(from: source)
        let address = bundle.address()
        if known.allSatisfy({ $0.entry.address == address }), known.map(\.name).sorted() == names.sorted() {
            return try mend(known, with: bundle, at: address, change)
        }
        return try record(bundle, at: address, source: source, trust: .trusted, replacing: known, in: lock, change)
    }

    /// Removes a module; the library stays in the store as long as another of its modules is installed.
    func uninstall(_ name: String) throws(InstallationError) -> LockedModule {
        var (change, lock) = try begin()
        let module = try Self.module(name, in: lock)
        lock[name] = nil
        try finish(change, lock)
        return module
    }

    /// Makes the lock file say once more what it said of a module before, unless it was changed meanwhile, or the earlier
    /// content is gone.
    func putBack(_ earlier: LockedModule, insteadOf later: LockedModule) throws(InstallationError) {
        guard earlier != later else { return }
        var (change, lock) = try begin()
        guard lock[later.name] == later, (try? store.read(earlier.entry, host: host)) != nil else { return }
        lock[earlier.name] = earlier
        try finish(change, lock)
    }

    /// The installed module of that name.
    static func module(_ name: String, in lock: ModuleLock) throws(InstallationError) -> LockedModule {
        guard let module = lock[name] else { throw .notInstalled(name, installed: lock.modules.map(\.name)) }
        return module
    }

    /// Puts a plugin into the store, has it scanned, and then, in one step, makes the lock file say so.
    ///
    /// - Parameter check: what the scanned modules have to be.
    func record(
        _ bundle: PluginBundle, at address: ContentHash, source: String, trust: LockedModule.Trust,
        replacing old: [LockedModule] = [], in lock: ModuleLock, _ change: StoreChange,
        check: ([ScannedModule]) throws(InstallationError) -> Void = { _ in }
    ) throws(InstallationError) -> Outcome {
        let isNew = !change.holds(address)
        let entry = try put(bundle, at: address, change)
        let scanned: [ScannedModule]
        do {
            scanned = try scan(entry, source: source)
            try check(scanned)
        } catch {
            // What cannot be removed now goes with the next change at the latest.
            if isNew { try? change.discard(address) }
            throw error
        }
        let hash = bundle.libraries.isEmpty ? address : bundle.main.hash()
        let modules = scanned.map { module in
            LockedModule(
                name: module.name, version: module.version, hash: hash, entry: entry, source: source, trust: trust)
        }
        var lock = lock
        for module in old { lock[module.name] = nil }
        for module in modules { lock[module.name] = module }
        try finish(change, lock)
        return Outcome(modules: modules, wasThere: false)
    }

    private func scan(_ entry: StoreEntry, source: String) throws(InstallationError) -> [ScannedModule] {
        // Who installs it again may have mended what is around it.
        scans.forget(entry.address)
        do {
            return try scans.modules(of: entry.address, library: store.path(of: entry))
        } catch {
            throw .scan(source: source, error)
        }
    }
}
