package import Platform

/// The source of the catalogue at a start of the host: an image of an earlier start, or a search of all folders.
package struct CatalogueSource: Sendable {
    package private(set) var search: ModuleSearch
    /// The store of installed modules; `nil` if the environment does not name a folder for the user's data.
    package let store: ModuleStore?
    /// The hold that keeps other processes from removing installed modules while this host may load them.
    package let hold: StoreHold
    /// The folder of scan records and images; `nil` if nothing can be kept between starts.
    package let cache: CacheFolder?
    /// The name of the only module to run, without its requirements; `nil` for all modules.
    package var onlyModule: String?
    /// The names of modules that do not run, as if the user had disabled them.
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

    /// This source without the restriction to one module.
    package var all: CatalogueSource {
        var source = self
        source.onlyModule = nil
        return source
    }

    /// The image for this search; `nil` if the user's settings are damaged or nothing can be kept.
    private var image: StartImage? {
        // After a damaged settings file was renamed, no settings file exists. An image from before the user's first
        // setting would then seem valid, although it does not follow the user's settings.
        guard let cache, store?.hasDamagedSwitches() != true else { return nil }
        return StartImage(search, cache: cache)
    }

    /// Returns all modules with their declarations, from the image if it is still valid.
    package func catalogue() throws(PluginProblem) -> ModuleCatalogue {
        let use = hold.begin()
        let image = onlyModule == nil && excludedModules.isEmpty ? image : nil
        if let catalogue = image?.read() { return catalogue }
        let watched = self.watched()
        store?.setAsideDamaged()
        var (switches, fault) = switches()
        switches.disabled.formUnion(excludedModules)
        let catalogue = try builder(use, switches).build(search, adding: fault)
        // If the search has created the store, the lease can begin only now.
        hold.begin()
        // No image is kept if the settings could not be read, a file could not be scanned, or a file was refused
        // because of its surroundings (such as a folder). These problems may disappear without a change of a watched
        // file.
        guard !switches.isIncomplete,
            !catalogue.records.contains(where: { record in
                record.state == .discovered
                    || record.problem?.parts.contains(where: \.field.dependsOnSurroundings) == true
            })
        else { return catalogue }
        image?.write(catalogue, watched: watched + libraries(catalogue))
        return catalogue
    }

    /// Returns the modules that earlier hosts have scanned, without running plugins' code or writing files.
    package func scannedBefore() -> ModuleCatalogue? {
        if let catalogue = image?.read() { return catalogue }
        guard var builder = try? builder(hold.begin(), switches().switches) else { return nil }
        builder.onlyReports = true
        builder.scansNew = false
        return builder.build(search)
    }

    /// Renames files that are at the paths of the host's folders, so that the folders can be created.
    package func clearFolders() {
        let cached = cache.map { [Path.folder(of: $0.path), $0.path, SessionJournal.folder(in: $0).path] } ?? []
        SetAside.clearFolders(cached + (store.map { [$0.folder, $0.entries] } ?? []))
    }

    /// Takes the plugin with the given content hash out of quarantine. Its modules can then be started again.
    package func release(_ content: ContentHash) {
        guard let cache else { return }
        ScanCache(cache: cache).release(content)
        StartImage.removeAll(from: cache)
    }

    /// Returns the user's settings for modules, with a record of the problem if they cannot be read.
    private func switches() -> (switches: ModuleSwitches, fault: ModuleRecord?) {
        guard let store else { return (ModuleSwitches(), nil) }
        do throws(PluginProblem) {
            return (try store.switches(), nil)
        } catch {
            var switches = ModuleSwitches()
            switches.isIncomplete = true
            let path = store.switchesPath
            let effect = "until then, modules outside the host's folder run in their own processes"
            let problem = error.with(remedy: "\(error.remedy); \(effect)")
            return (switches, ModuleRecord(path, file: path, source: .store, problem))
        }
    }

    private func builder(_ use: StoreLease?, _ switches: ModuleSwitches) throws(PluginProblem) -> CatalogueBuilder {
        CatalogueBuilder(
            host: try HostIdentity.current(), store: store, use: use, scans: ScanCache(cache: cache),
            switches: switches, onlyModule: onlyModule)
    }

    /// Returns all modules, as a start would find them.
    ///
    /// Installed plugins of a single file are not read: their modules come from the lock file and earlier scans. The
    /// store is not written, and no image is kept.
    ///
    /// - Parameter isolated: the name of a module that is treated as if the user had isolated and enabled it, if any.
    package func preview(isolating isolated: String? = nil) throws(PluginProblem) -> ModuleCatalogue {
        var switches = switches().switches
        if let isolated {
            switches.isolated[isolated] = IsolationLimits()
            switches.disabled.remove(isolated)
        }
        var builder = try builder(hold.begin(), switches)
        builder.onlyReports = true
        return builder.build(search)
    }

    /// Returns the files and folders whose change makes an image invalid, with their current identities.
    private func watched() -> [StartImage.WatchedFile] {
        let own = [Executable.path] + [store?.lockPath, store?.switchesPath].compactMap(\.self)
        let folders = search.folders.filter { $0.source != .store }.map(\.path)
        let files = folders.flatMap { folder -> [String] in
            guard let open = try? CheckedFolder.open(folder), let names = try? open.descriptor.names() else {
                return []
            }
            return names.filter { $0.hasSuffix(".so") }.map { "\(folder)/\($0)" }
        }
        return (own + folders + files).map { ($0, FileIdentity(at: $0)) }
    }

    /// Returns the library files of a catalogue's modules, with their identities.
    private func libraries(_ catalogue: ModuleCatalogue) -> [StartImage.WatchedFile] {
        let paths = catalogue.modules.flatMap { $0.library.files }
        return Set(paths).sorted().map { ($0, FileIdentity(at: $0)) }
    }
}
