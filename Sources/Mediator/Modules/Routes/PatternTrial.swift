/// A table of patterns without modules, to test which URLs match the patterns before a module declares the patterns.
@_spi(Host) public struct PatternTrial: Sendable {
    private let table: RouteTable

    /// Parses a table of patterns.
    ///
    /// - Parameter ownHosts: the web hosts that patterns without a scheme answer.
    /// - Throws: `RegistrationError`, which lists every fault.
    public init(_ patterns: [String], ownHosts: Set<String>) throws(RegistrationError) {
        let routes = patterns.enumerated().map { place, pattern in
            let location = DeclarationSite(fileID: "pattern", line: place + 1)
            return Route(pattern, verb: .open, access: .public, location: location) { _ in .done }
        }
        var faults: [RegistrationFault] = []
        var table = RouteTable(ownHosts: ownHosts)
        table.add(routes, owner: "", faults: &faults)
        self.table = table
        guard faults.isEmpty else { throw .invalid(faults, owner: "") }
    }

    /// Explains which patterns match a URL.
    public func explain(_ url: RouteURL) -> RouteExplanation { table.explain(url) }
}
