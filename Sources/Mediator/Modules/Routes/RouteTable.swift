/// The routes of all registered modules, frozen: a request keeps the table that it began with.
struct RouteTable: Sendable {
    /// A route, and the module that it belongs to.
    final class Entry: IndexedRow {
        let route: Route
        let owner: String
        /// The stage in which the handler runs.
        let stage: Stage
        /// The parameter types that the pattern may name beside the built-in ones.
        private let types: [ParameterType]

        init(_ route: Route, owner: String, types: [ParameterType] = []) {
            self.route = route
            self.owner = owner
            self.types = types
            stage = .handler(route: route.pattern, module: owner)
        }

        var indexed: IndexedPattern {
            // It was read before; no URL has the scheme of one that cannot be.
            let pattern =
                (try? RoutePattern(route.pattern, types: types))
                ?? RoutePattern(text: route.pattern, scheme: "?", host: nil, elements: [])
            return IndexedPattern(pattern, priority: route.priority)
        }
    }

    /// What modules brought beside what they declared before they were started.
    private let own: SegmentedIndex<Entry>
    /// What modules brought as they had declared it; their numbers follow those of the others.
    private let declared: DeclaredRoutes?

    /// A table without routes, for an app with these web hosts of its own.
    init(ownHosts: Set<String> = []) { self.init(SegmentedIndex(ownHosts: ownHosts), nil) }

    private init(_ own: SegmentedIndex<Entry>, _ declared: DeclaredRoutes?) {
        self.own = own
        self.declared = declared
    }

    var ownHosts: Set<String> { own.ownHosts }

    /// Whether there are no routes.
    var isEmpty: Bool { own.isEmpty && declared?.isEmpty ?? true }

    /// The numbers of all routes.
    var numbers: [Int] {
        let end = own.end
        return own.numbers + (declared?.live ?? []).map { end + $0 }
    }

    /// All routes, in the order of their numbers.
    var entries: [Entry] { numbers.map(entry) }

    /// The route of a number.
    func entry(_ number: Int) -> Entry {
        let end = own.end
        guard let entry = number < end ? own.row(number) : declared?.entry(number - end) else {
            preconditionFailure("it is one of `numbers`")
        }
        return entry
    }

    /// The pattern of an entry with its priority; it is parsed from its text.
    func indexed(_ number: Int) -> IndexedPattern { entry(number).indexed }

    /// The pattern of an entry; it is parsed from its text.
    func pattern(_ number: Int) -> RoutePattern { indexed(number).pattern }

    /// The same table for modules that declare these routes: one that brings them, and no others, is there at once.
    func knowing(_ routes: DeclaredTable<DeclaredRoute>, of modules: Declarations) -> RouteTable {
        // What is frozen there knows no host of the app's own.
        let declared = ownHosts.isEmpty ? DeclaredRoutes(routes, of: modules) : nil
        return RouteTable(SegmentedIndex(entries, ownHosts: ownHosts), declared)
    }

    /// The table with a module's routes added: all of them, or an error that names all faults.
    func adding(
        _ routes: [Route], owner: String, types: [ParameterType] = []
    ) throws(RegistrationError) -> RouteTable {
        let declared = declared?.starting(owner, routes, types: types)
        // What is declared was held against all else that is.
        if declared != nil, own.isEmpty { return RouteTable(own, declared) }
        let patterns = try check(routes, owner: owner, types: types, isDeclared: declared != nil)
        if declared != nil { return RouteTable(own, declared) }
        let entries = routes.map { Entry($0, owner: owner, types: types) }
        return RouteTable(own.adding(entries, patterns: patterns), self.declared)
    }

    /// The patterns of a module's routes, held against one another and those that are there.
    private func check(
        _ routes: [Route], owner: String, types: [ParameterType], isDeclared: Bool
    ) throws(RegistrationError) -> [IndexedPattern] {
        var patterns: [IndexedPattern] = []
        var readable: [Route] = []
        var faults: [RegistrationFault] = []
        for route in routes {
            do throws(RoutePatternError) {
                let pattern = try RoutePattern(route.pattern, types: types)
                patterns.append(IndexedPattern(pattern, priority: route.priority))
                readable.append(route)
            } catch {
                faults.append(.invalidPattern(route.pattern, declared: route.location, reason: error))
            }
        }
        for (route, pattern) in zip(readable, patterns) {
            let others = own.conflicts(with: pattern) + (isDeclared ? [] : declared?.conflicts(with: pattern) ?? [])
            faults += others.map { Self.conflict(of: route, with: $0.route, of: $0.owner) }
        }
        faults += PatternIndex.conflicts(patterns).map {
            Self.conflict(of: readable[$0.pattern], with: readable[$0.other], of: owner)
        }
        guard faults.isEmpty else { throw .invalid(faults, owner: owner) }
        return patterns
    }

    private static func conflict(of route: Route, with other: Route, of owner: String) -> RegistrationFault {
        .conflict(
            pattern: route.pattern, declared: route.location, with: other.pattern, otherOwner: owner,
            otherDeclared: other.location)
    }

    /// The table with the routes of modules that are not started; they were held against one another before.
    func adding(_ manifests: [(module: String, manifest: Manifest)], areFallbacks: Bool) -> RouteTable {
        let declared = manifests.flatMap { module, manifest in
            let types = manifest.types.map(\.type)
            return manifest.routes.filter { $0.isFallback == areFallbacks }.map {
                Entry($0.outline, owner: module, types: types)
            }
        }
        return RouteTable(SegmentedIndex(entries + declared, ownHosts: ownHosts), nil)
    }

    /// The table without the routes of a module.
    func removing(owner: String) -> RouteTable { RouteTable(own.removing(owner), declared?.stopping(owner)) }

    /// The best route for a URL, with its parameters.
    func match(_ url: RouteURL) -> RouteMatch? {
        guard let declared, !declared.isEmpty else { return own.match(url).map { match($0) } }
        let first = declared.match(url)
        guard !own.isEmpty, let second = own.match(url) else { return first.map { match($0, from: own.end) } }
        return first == nil ? match(second) : candidates(url).first
    }

    /// Every route that matches a URL, the best one first.
    func candidates(_ url: RouteURL) -> [RouteMatch] {
        let brought = own.candidates(url)
        guard let declared, !declared.isEmpty else { return brought.map { match($0) } }
        let end = own.end
        let all = [brought.map { match($0) }, declared.candidates(url).map { match($0, from: end) }]
        return PatternIndex.merged(all, ownHosts: ownHosts, url) { $0.entry.indexed }
    }

    private func match(_ match: PatternMatch, from first: Int = 0) -> RouteMatch {
        let number = first + match.number
        return RouteMatch(
            number: number, entry: entry(number), captures: match.parameters, ranks: match.ranks)
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
