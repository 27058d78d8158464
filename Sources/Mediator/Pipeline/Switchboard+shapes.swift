@_spi(Host) extension Switchboard {
    /// The registry that is in force: another object after each change of what modules declare.
    @_spi(Host) public var declarationState: any AnyObject & Sendable { registry }

    /// Returns the patterns of all routes that an origin may request, also those of lazy modules. Linear in the number of
    /// routes.
    @_spi(Host) public func patterns(for origin: Origin) -> [(verb: Request.Verb, pattern: RoutePattern)] {
        let registry = registry
        return [registry.routes, registry.fallbacks].flatMap { table in
            table.numbers.map { table.entry($0) }.filter { $0.route.access.allows(origin, owner: $0.owner) }
                .map { ($0.route.verb, $0.indexed.pattern) }
        }
    }

    /// Returns the parameters beside the path of a URL, by name: those that handlers read, and those that modules declare
    /// as sensitive.
    @_spi(Host) public func queryParameters(of url: RouteURL, for origin: Origin) -> [RouteParameter] {
        let (table, idleModules) = (registry.routes, registry.idleModules)
        let found = table.candidates(url).filter { $0.entry.route.access.allows(origin, owner: $0.entry.owner) }
        let parameters = found.flatMap { match -> [RouteParameter] in
            let pattern = table.pattern(match.number)
            let declared = match.entry.route.sensitiveParameters.subtracting(pattern.parameterNames)
            // Only the manifest tells of an input whose type is not in this process.
            let route = match.entry.isIdle ? idleModules.route(of: match.entry) : match.entry.route
            return route.inputFields(pattern.parameterNames).query(beside: pattern)
                + declared.map { RouteParameter(name: $0, shape: .text, isOptional: true) }
        }
        var seen: Set<String> = []
        return parameters.filter { seen.insert($0.name).inserted }.sorted { $0.name < $1.name }
    }
}
