import Dispatch

/// The modules of a running host, to which some are added that are installed meanwhile.
struct RuntimeModules: InstalledModules {
    let runtime: ModuleRuntime
    let search: ModuleSearch
    let store: ModuleStore
    let cache: CacheFolder?
    /// Tells whoever has to know which modules there are now, with their versions.
    let changed: @Sendable ([String: String]) -> Void

    func file(of name: String) async -> String? { await runtime.records(of: name).first?.file }

    func take(_ name: String) async throws(LoadError) {
        if await !runtime.knows(name) { try await runtime.add(name, of: try await look()) }
        try await runtime.bring(name)
        changed(await runtime.versions)
    }

    /// Looks at everything once more: what was installed has to go with what there is.
    private func look() async throws(LoadError) -> ModuleCatalogue {
        let (search, store, cache) = (search, store, cache)
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let source = CatalogueSource(search: search, store: store, cache: cache, onlyModule: nil)
                continuation.resume(returning: Result { () throws(PluginFileError) in try source.catalogue() })
            }
        }
        do {
            return try result.get()
        } catch {
            throw .file(error)
        }
    }
}
