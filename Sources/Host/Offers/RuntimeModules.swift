import Dispatch
import Synchronization

/// The modules of a running host, to which some are added that are installed meanwhile.
final class RuntimeModules: InstalledModules {
    private let runtime: ModuleRuntime
    private let search: ModuleSearch
    private let store: ModuleStore
    private let cache: CacheFolder?
    private let changed: @Sendable ([String: String]) -> Void
    /// Held as long as they may be loaded: at the start there may have been no store that could be held.
    private let use = Mutex<StoreUse?>(nil)

    /// - Parameter changed: tells whoever has to know which modules there are now, with their versions.
    init(
        runtime: ModuleRuntime, search: ModuleSearch, store: ModuleStore, cache: CacheFolder?,
        changed: @escaping @Sendable ([String: String]) -> Void
    ) {
        self.runtime = runtime
        self.search = search
        self.store = store
        self.cache = cache
        self.changed = changed
    }

    func file(of name: String) async -> String? { await runtime.records(of: name).first?.file }

    func take(_ name: String) async throws(LoadError) {
        if await !runtime.knows(name) { try await runtime.add(name, of: try await look()) }
        try await runtime.bring(name)
        changed(await runtime.versions)
    }

    /// Looks at everything once more: what was installed has to go with what there is.
    private func look() async throws(LoadError) -> ModuleCatalogue {
        let (search, store, cache) = (search, store, cache)
        let (result, use) = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let source = CatalogueSource(search: search, store: store, cache: cache, onlyModule: nil)
                let result = Result { () throws(PluginFileError) in try source.catalogue() }
                continuation.resume(returning: (result, source.use))
            }
        }
        self.use.withLock { $0 = use ?? $0 }
        do {
            return try result.get()
        } catch {
            throw .file(error)
        }
    }
}
