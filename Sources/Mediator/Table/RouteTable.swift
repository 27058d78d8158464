/// The routes of all registered modules, frozen: a request keeps the table that it began with.
struct RouteTable: Sendable {
    /// A route, the module that it belongs to, and its parsed pattern.
    struct Entry: Sendable {
        let route: Route
        let owner: String
        let pattern: RoutePattern
    }

    private(set) var entries: [Entry] = []
    private var index = PatternIndex()

    /// The table with a module's routes added: all of them, or an error and none.
    func adding(_ routes: [Route], owner: String) throws(RegistrationError) -> RouteTable {
        var table = self
        for route in routes {
            try table.insert(Entry(route: route, owner: owner, pattern: try Self.parse(route, owner: owner)))
        }
        return table
    }

    /// The table without the routes of a module.
    func removing(owner: String) -> RouteTable {
        var table = RouteTable()
        for entry in entries where entry.owner != owner {
            // The entries had no conflict before, so a part of them has none.
            _ = table.index.insert(entry.pattern)
            table.entries.append(entry)
        }
        return table
    }

    /// The most specific route for a URL, with its parameters.
    func match(_ url: RouteURL) -> RouteMatch? {
        guard let match = index.match(url) else { return nil }
        return RouteMatch(entry: entries[match.number], parameters: Parameters(match, query: url.query))
    }

    private mutating func insert(_ entry: Entry) throws(RegistrationError) {
        switch index.insert(entry.pattern) {
        case .success:
            entries.append(entry)
        case .failure(let same):
            let other = entries[same.number]
            throw .conflict(
                pattern: entry.pattern.text, owner: entry.owner, declared: entry.route.location,
                with: other.pattern.text, otherOwner: other.owner, otherDeclared: other.route.location)
        }
    }

    private static func parse(_ route: Route, owner: String) throws(RegistrationError) -> RoutePattern {
        do {
            return try RoutePattern(route.pattern)
        } catch {
            throw .invalidPattern(route.pattern, owner: owner, declared: route.location, reason: error)
        }
    }
}

/// The route that answers for a URL, and what its parameters are.
struct RouteMatch: Sendable {
    let entry: RouteTable.Entry
    let parameters: Parameters
}
