@_spi(Host) extension Switchboard {
    /// The registry that is in force: another object after each change of what modules declare.
    @_spi(Host) public var declarationState: any AnyObject & Sendable { registry }

    /// Returns the forms of all routes that an origin may request, also those of lazy modules. Linear in the number of
    /// routes.
    @_spi(Host) public func routeShapes(for origin: Origin) -> [RouteShape] {
        let registry = registry
        return [registry.routes, registry.fallbacks].flatMap { table in
            table.numbers.compactMap { number in
                let entry = table.entry(number)
                guard entry.route.access.allows(origin, owner: entry.owner) else { return nil }
                return RouteShape(entry.route, table.pattern(number))
            }
        }
    }

    /// Returns the parameters beside the path of a URL, by name: those that handlers read, and those that modules declare
    /// as sensitive.
    @_spi(Host) public func queryParameters(of url: RouteURL, for origin: Origin) -> [RouteOutline.Parameter] {
        let (table, lazyModules) = (registry.routes, registry.lazyModules)
        let found = table.candidates(url).filter { $0.entry.route.access.allows(origin, owner: $0.entry.owner) }
        let parameters = found.flatMap { match -> [RouteOutline.Parameter] in
            let pattern = table.pattern(match.number)
            let declared = match.entry.route.sensitiveParameters.subtracting(pattern.parameterNames)
            // Only the manifest tells of an input whose type is not in this process.
            let inputs = match.entry.route.input == nil ? lazyModules.inputs(of: match.entry) : nil
            let names = Set(pattern.parameterNames)
            return (inputs?.filter { !names.contains($0.name) } ?? RouteOutline(match.entry, pattern).query)
                + declared.map { RouteOutline.Parameter(name: $0, kind: .text, isOptional: true, affixes: []) }
        }
        var seen: Set<String> = []
        return parameters.filter { seen.insert($0.name).inserted }.sorted { $0.name < $1.name }
    }
}
