extension Switchboard {
    /// Makes modules known that are started when a request needs them, in place of those before; one that is registered
    /// stays as it is.
    ///
    /// - Parameter rewrites: what those of them declare that have rewrites, by their names.
    @_spi(Host) public func wake(
        _ modules: Declarations, by starter: any ModuleStarter, rewrites: [(name: String, manifest: Manifest)]
    ) {
        let installed = rewrites.flatMap { name, manifest in
            let types = manifest.types.map(\.type)
            return manifest.rewrites.compactMap { try? InstalledRewrite($0.rewrite, owner: name, types: types) }
        }
        update { $0.waking(DormantModules(modules, startedBy: starter), rewrites: installed) }
    }

    /// Says that a module that was to be started failed, may be started again, or is not there any more.
    @_spi(Host) public func setDormant(_ module: String, _ state: DormantModules.State) {
        update { $0.setting(module, state) }
    }
}
