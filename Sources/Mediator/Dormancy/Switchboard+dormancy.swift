extension Switchboard {
    /// Makes modules known that are started when a request needs them, in place of those before; one that is registered
    /// stays as it is.
    ///
    /// - Parameter rewrites: what those of them declare that have rewrites, by their names.
    @_spi(Host) public func wake(
        _ modules: Declarations, by starter: any ModuleStarter, rewrites: [(name: String, manifest: Manifest)]
    ) {
        let installed = rewrites.flatMap(Self.rewrites)
        update { $0.waking(DormantModules(modules, startedBy: starter), rewrites: installed) }
    }

    /// Says that a module that ended is started again when a request needs it.
    ///
    /// - Parameter manifest: what it declares, where it has rewrites: they are in force again at once.
    @_spi(Host) public func rest(_ module: String, declaring manifest: Manifest? = nil) {
        let rewrites = manifest.map { Self.rewrites(of: module, $0) } ?? []
        update { $0.resting(module, rewrites: rewrites) }
    }

    private static func rewrites(of module: String, _ manifest: Manifest) -> [InstalledRewrite] {
        let types = manifest.types.map(\.type)
        return manifest.rewrites.compactMap { try? InstalledRewrite($0.rewrite, owner: module, types: types) }
    }

    /// Says that a module that was to be started failed, may be started again, or is not there any more.
    @_spi(Host) public func setDormant(_ module: String, _ state: DormantModules.State) {
        update { $0.setting(module, state) }
    }
}
