extension Switchboard {
    /// The registered routes in order of registration, without fallbacks, which nobody asks for by name.
    @_spi(Host) public var outlines: [RouteOutline] {
        let table = registry.routes
        return table.entries.enumerated().map { RouteOutline($1, table.pattern($0)) }
    }
}
