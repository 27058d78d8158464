/// A team's table of patterns on trial, without any module: what a URL would match, and why.
@_spi(Host) public struct PatternTrial: Sendable {
    private let texts: [String]
    private let table: RouteTable

    /// Reads a table of patterns.
    ///
    /// - Parameters:
    ///   - priorities: one for each pattern, or none at all.
    ///   - ownHosts: the web hosts for which patterns without a scheme answer.
    /// - Throws: `RegistrationError` that names every fault.
    public init(
        _ patterns: [String], priorities: [Int] = [], ownHosts: Set<String> = []
    ) throws(RegistrationError) {
        texts = patterns
        let routes = patterns.enumerated().map { place, pattern -> Route in
            var route = Route(
                pattern, verb: .open, access: .public, location: SourceLocation(fileID: "pattern", line: place + 1)
            ) { _ in .done }
            if priorities.indices.contains(place) { route.priority = priorities[place] }
            return route
        }
        table = try RouteTable(ownHosts: ownHosts).adding(routes, owner: "")
    }

    /// The pattern that is taken for a URL, as it was given, with the parameters of path and query; or `nil`.
    public func match(_ url: RouteURL) -> (pattern: String, parameters: Parameters)? {
        table.match(url).map { (texts[$0.number], Parameters(path: $0.captures, url)) }
    }

    /// Why a URL goes where it goes.
    public func explain(_ url: RouteURL) -> RouteExplanation { table.explain(url) }
}
