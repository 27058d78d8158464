extension Switchboard {
    /// The registered routes in order of registration, without fallbacks, which nobody asks for by name.
    @_spi(Host) public var outlines: [RouteOutline] {
        let table = registry.routes
        return zip(table.entries, table.patterns).map { RouteOutline($0, $1.pattern) }
    }
}
