extension Switchboard {
    /// The registered routes in order of registration, without fallbacks, which nobody asks for by name.
    @_spi(Host) public var outlines: [RouteOutline] {
        let registry = registry
        let table = registry.routes
        return registry.numbers(of: table).map { RouteOutline(table.entry($0), table.pattern($0)) }
    }
}
