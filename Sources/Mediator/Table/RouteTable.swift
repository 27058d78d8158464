/// The routes of all registered modules, frozen: a request keeps the table that it began with.
struct RouteTable: Sendable {
    /// A route, and the module that it belongs to.
    final class Entry: Sendable {
        let route: Route
        let owner: String
        /// The stage in which the handler runs.
        let stage: Stage

        init(route: Route, owner: String) {
            self.route = route
            self.owner = owner
            stage = .handler(route: route.pattern, module: owner)
        }
    }

    let entries: [Entry]
    /// The patterns, in the order of the entries.
    private let index: PatternIndex
    let ownHosts: Set<String>

    /// A table without routes, for an app with these web hosts of its own.
    init(ownHosts: Set<String> = []) { self.init([], [], ownHosts: ownHosts) }

    init(_ entries: [Entry], _ patterns: [IndexedPattern], ownHosts: Set<String>) {
        self.entries = entries
        self.ownHosts = ownHosts
        index = PatternIndex(patterns, ownHosts: ownHosts)
    }

    /// The patterns in the order of the entries; each is parsed from its text.
    private var patterns: [IndexedPattern] { entries.indices.map(index.pattern) }

    /// The pattern of an entry with its priority; it is parsed from its text.
    func indexed(_ number: Int) -> IndexedPattern { index.pattern(number) }

    /// The pattern of an entry; it is parsed from its text.
    func pattern(_ number: Int) -> RoutePattern { index.pattern(number).pattern }

    /// The table with a module's routes added: all of them, or an error that names all faults.
    func adding(
        _ routes: [Route], owner: String, types: [ParameterType] = []
    ) throws(RegistrationError) -> RouteTable {
        var entries = entries
        var patterns = patterns
        var faults: [RegistrationFault] = []
        for route in routes {
            do throws(RoutePatternError) {
                let pattern = try RoutePattern(route.pattern, types: types)
                patterns.append(IndexedPattern(pattern, priority: route.priority))
                entries.append(Entry(route: route, owner: owner))
            } catch {
                faults.append(.invalidPattern(route.pattern, declared: route.location, reason: error))
            }
        }
        faults += PatternIndex.conflicts(patterns, from: self.entries.count).map { conflict in
            let (entry, other) = (entries[conflict.pattern], entries[conflict.other])
            return .conflict(
                pattern: entry.route.pattern, declared: entry.route.location, with: other.route.pattern,
                otherOwner: other.owner, otherDeclared: other.route.location)
        }
        guard faults.isEmpty else { throw .invalid(faults, owner: owner) }
        return RouteTable(entries, patterns, ownHosts: ownHosts)
    }

    /// The table with the routes of modules that are not started; they were held against one another before.
    func adding(_ manifests: [(module: String, manifest: Manifest)], areFallbacks: Bool) -> RouteTable {
        var (entries, patterns) = (entries, patterns)
        for (module, manifest) in manifests {
            let types = manifest.types.map(\.type)
            for route in manifest.routes where route.isFallback == areFallbacks {
                guard let pattern = try? RoutePattern(route.description.pattern, types: types) else { continue }
                patterns.append(IndexedPattern(pattern, priority: route.priority))
                entries.append(Entry(route: route.outline, owner: module))
            }
        }
        return RouteTable(entries, patterns, ownHosts: ownHosts)
    }

    /// The table without the routes of a module.
    func removing(owner: String) -> RouteTable {
        let kept = entries.indices.filter { entries[$0].owner != owner }
        return RouteTable(kept.map { entries[$0] }, kept.map(index.pattern), ownHosts: ownHosts)
    }

    /// The best route for a URL, with its parameters.
    func match(_ url: RouteURL) -> RouteMatch? {
        index.match(url).map { self.match($0, url) }
    }

    /// Every route that matches a URL, the best one first.
    func candidates(_ url: RouteURL) -> [RouteMatch] {
        index.candidates(url).map { self.match($0, url) }
    }

    private func match(_ match: PatternMatch, _ url: RouteURL) -> RouteMatch {
        RouteMatch(
            number: match.number, entry: entries[match.number], captures: match.parameters, ranks: match.ranks)
    }
}

/// The route that answers for a URL, and what its parameters are.
struct RouteMatch: Sendable {
    /// The place of the entry in its table.
    let number: Int
    let entry: RouteTable.Entry
    /// The parameters of the path alone.
    let captures: [QueryItem]
    /// How specific the pattern is for each segment; empty where nobody asked for more than the best.
    let ranks: [Specificity]
}
