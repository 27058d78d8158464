package import Platform

/// Where the catalogue of a start comes from: from the image of an earlier one, or from looking at everything.
package struct CatalogueSource: Sendable {
    /// Where modules are looked for.
    package private(set) var search: ModuleSearch
    /// Where modules are installed; `nil` where the environment names no place for the user's data.
    package let store: ModuleStore?
    /// Lasts as long as modules may be loaded.
    package let hold: StoreHold
    /// Where scans and images are kept; `nil` where nothing can be.
    package let cache: CacheFolder?
    /// The one module that is to run, without what it requires; `nil` for all.
    package var onlyModule: String?
    /// The modules that do not run, as if the user had disabled them.
    package var excludedModules: Set<String> = []

    package init(
        search: ModuleSearch, store: ModuleStore?, hold: StoreHold, cache: CacheFolder?, onlyModule: String? = nil
    ) {
        self.search = search
        self.store = store
        self.hold = hold
        self.cache = cache
        self.onlyModule = onlyModule
    }

    /// The same for all modules.
    package var all: CatalogueSource {
        var source = self
        source.onlyModule = nil
        return source
    }

    /// The image of such a start; `nil` where none can be believed.
    private var image: StartImage? {
        // One from before the user set anything would be believed again once the file with it was set aside.
        guard let cache, store?.hasDamagedSwitches() != true else { return nil }
        return StartImage(search, cache: cache)
    }

    /// All modules, with what they declare.
    package func catalogue() throws(PluginProblem) -> ModuleCatalogue {
        let use = hold.begin()
        let image = onlyModule == nil && excludedModules.isEmpty ? image : nil
        if let catalogue = image?.read() { return catalogue }
        let watched = self.watched()
        store?.setAsideDamaged()
        let (switches, fault) = switches()
        let catalogue = try look(use, switches, fault)
        // The search may have made the store.
        hold.begin()
        // What was refused for where it lies, or could not be scanned, may be mended without a change of the file itself;
        // so may the user's settings.
        guard !switches.isIncomplete,
            !catalogue.records.contains(where: { $0.state == .discovered || $0.dependsOnSurroundings })
        else { return catalogue }
        image?.write(catalogue, watched: watched + libraries(catalogue))
        return catalogue
    }

    /// Returns the modules that earlier hosts have scanned: no code of a plugin runs, and nothing is written.
    package func known() -> ModuleCatalogue? {
        if let catalogue = image?.read() { return catalogue }
        guard var builder = try? builder(hold.begin(), switches().switches) else { return nil }
        builder.purpose = .report
        builder.scansNew = false
        return builder.build(search)
    }

    /// Sets files aside that stand in place of the host's folders.
    package func clearFolders() {
        let cached = cache.map { [Path.folder(of: $0.path), $0.path, SessionJournal.folder(in: $0).path] } ?? []
        SetAside.clearFolders(cached + (store.map { [$0.folder, $0.entries] } ?? []))
    }

    /// Has the modules of a content that is in quarantine be started once more.
    package func release(_ content: ContentHash) {
        guard let cache else { return }
        ScanMemory(cache: cache).release(content)
        StartImage.removeAll(from: cache)
    }

    /// Returns what the user set for modules, with what to tell where it cannot be read.
    private func switches() -> (switches: ModuleSwitches, fault: ModuleRecord?) {
        guard let store else { return (ModuleSwitches(), nil) }
        do throws(PluginProblem) {
            return (try store.switches(), nil)
        } catch {
            var switches = ModuleSwitches()
            switches.isIncomplete = true
            let path = store.switchesPath
            let effect = "until then each module that is not beside the host runs in a process of its own"
            let problem = error.with(remedy: "\(error.remedy); \(effect)")
            let refusal = Refusal(module: path, file: path, source: .store, problem)
            return (switches, ModuleRecord(refusal, state: .failed))
        }
    }

    private func look(
        _ use: StoreLease?, _ switches: ModuleSwitches, _ fault: ModuleRecord?
    ) throws(PluginProblem) -> ModuleCatalogue {
        var switches = switches
        switches.disabled.formUnion(excludedModules)
        return try builder(use, switches).build(search, adding: fault)
    }

    private func builder(_ use: StoreLease?, _ switches: ModuleSwitches) throws(PluginProblem) -> CatalogueBuilder {
        CatalogueBuilder(
            host: try HostIdentity.current(), store: store, use: use, scans: ScanMemory(cache: cache),
            switches: switches, onlyModule: onlyModule)
    }

    /// All modules, as a start would find them.
    ///
    /// Takes the installed modules from the lock file and from their scans: neither reads the files of the store nor writes to
    /// it, and keeps nothing for the next start.
    ///
    /// - Parameter isolated: a module that would run in a process of its own, if any.
    package func preview(isolating isolated: String? = nil) throws(PluginProblem) -> ModuleCatalogue {
        var switches = switches().switches
        if let isolated { switches.isolated[isolated] = IsolationLimits() }
        var builder = try builder(hold.begin(), switches)
        builder.purpose = .report
        return builder.build(search)
    }

    /// Whatever a start looks at that may change, as it is now.
    private func watched() -> [WatchedFile] {
        let own = [Executable.path] + [store?.lockPath, store?.switchesPath].compactMap(\.self)
        let folders = search.folders.filter { $0.source != .store }.map(\.path)
        let files = folders.flatMap { folder -> [String] in
            guard let open = try? CheckedFolder.open(folder), let names = try? open.descriptor.names() else {
                return []
            }
            return names.filter { $0.hasSuffix(".so") }.map { "\(folder)/\($0)" }
        }
        return (own + folders + files).map { WatchedFile(now: $0) }
    }

    /// What would be loaded: stored copies, which never change unless the user damages or removes them.
    private func libraries(_ catalogue: ModuleCatalogue) -> [WatchedFile] {
        let paths = catalogue.modules.flatMap { [$0.library.path] + $0.library.bundledLibraries }
        return Set(paths).sorted().map { WatchedFile(now: $0) }
    }
}
