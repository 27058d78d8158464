/// A table of patterns without any module, for trials: the match of a URL, and its reasons.
@_spi(Host) public struct PatternTrial: Sendable {
    private let table: RouteTable

    /// Parses a table of patterns.
    ///
    /// - Parameters:
    ///   - priorities: one for each pattern, or none at all.
    ///   - ownHosts: the web hosts that patterns without a scheme answer.
    /// - Throws: `RegistrationError` that names every fault.
    public init(
        _ patterns: [String], priorities: [Int] = [], ownHosts: Set<String> = []
    ) throws(RegistrationError) {
        let routes = patterns.enumerated().map { place, pattern -> Route in
            var route = Route(
                pattern, verb: .open, access: .public, location: DeclarationSite(fileID: "pattern", line: place + 1)
            ) { _ in .done }
            if priorities.indices.contains(place) { route.priority = priorities[place] }
            return route
        }
        var faults: [RegistrationFault] = []
        var table = RouteTable(ownHosts: ownHosts)
        table.add(routes, owner: "", faults: &faults)
        self.table = table
        guard faults.isEmpty else { throw .invalid(faults, owner: "") }
    }

    /// Returns the best pattern for a URL, in its written form, with the parameters of path and query, or `nil`.
    public func match(_ url: RouteURL) -> (pattern: String, parameters: Parameters)? {
        table.route(for: url).map { ($0.entry.route.pattern, Parameters(path: $0.captures, url)) }
    }

    /// Returns the explanation of a URL's match.
    public func explain(_ url: RouteURL) -> RouteExplanation { table.explain(url) }
}
