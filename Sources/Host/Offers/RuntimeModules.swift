import Dispatch

/// The modules of a running host, to which some are added that are installed meanwhile.
struct RuntimeModules: InstalledModules {
    private let runtime: ModuleRuntime
    private let source: CatalogueSource

    init(_ runtime: ModuleRuntime, source: CatalogueSource) {
        self.runtime = runtime
        self.source = source
    }

    func file(of name: String) async -> String? { await runtime.records(of: name).first?.file }

    func take(_ name: String) async throws(LoadError) {
        if await !runtime.knows(name) { try await runtime.add(name, of: try await look()) }
        try await runtime.bring(name)
        await runtime.describe()
    }

    /// Looks at everything once more: what was installed has to go with what there is.
    private func look() async throws(LoadError) -> ModuleCatalogue {
        let source = source.all
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
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
