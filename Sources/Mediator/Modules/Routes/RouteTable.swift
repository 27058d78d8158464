import Synchronization

/// The routes of all modules, frozen: a request keeps the table of its beginning.
///
/// It includes modules that have not started, with their declared routes. One search gives the candidates for a URL in
/// their order.
struct RouteTable: Sendable {
    /// A route and its module.
    final class Entry: IndexedRow {
        let route: Route
        let owner: String
        /// Whether the module has not started, so that the route has no handler yet.
        let isIdle: Bool
        /// The stage in which the handler runs.
        let stage: Request.Stage
        /// The number of its notes; see `NotedCode`.
        let note = Atomic<UInt32>(0)
        /// The parameter types that the pattern may name besides the built-in ones.
        private let types: [ParameterType]

        init(_ route: Route, owner: String, types: [ParameterType] = [], isIdle: Bool = false) {
            self.route = route
            self.owner = owner
            self.isIdle = isIdle
            self.types = types
            stage = .handler(route: route.pattern, module: owner)
        }

        var indexed: IndexedPattern {
            // It was parsed before; no URL has the scheme of an invalid one.
            let pattern =
                (try? RoutePattern(route.pattern, types: types))
                ?? RoutePattern(text: route.pattern, scheme: "?", host: nil, elements: [])
            return IndexedPattern(pattern, priority: route.priority)
        }
    }

    /// The registered routes that their modules did not declare.
    private let own: PatternTable<Entry>
    /// The declared routes of modules; their numbers follow those of the others.
    private let declared: DeclaredRoutes?

    /// Creates a table without routes, for an app with certain web hosts of its own.
    init(ownHosts: Set<String> = []) { self.init(PatternTable(ownHosts: ownHosts), nil) }

    private init(_ own: PatternTable<Entry>, _ declared: DeclaredRoutes?) {
        self.own = own
        self.declared = declared
    }

    var ownHosts: Set<String> { own.ownHosts }

    /// Whether there are no routes, registered or declared.
    var isEmpty: Bool { own.isEmpty && declared?.isEmpty ?? true }

    /// The numbers of all registered routes.
    var numbers: [Int] {
        let end = own.end
        return own.numbers + (declared?.registered ?? []).map { end + $0 }
    }

    /// The numbers of the routes whose modules have not started.
    var idleNumbers: [Int] {
        let end = own.end
        return (declared?.idle ?? []).map { end + $0 }
    }

    /// Returns the routes with a label, also those of modules that have not started, in no order.
    func routes(labelled label: String) -> [(entry: Entry, pattern: RoutePattern)] {
        let end = own.end
        let numbers = own.numbers.filter { entry($0).route.labels.contains { $0.name == label } }
        return (numbers + (declared?.numbers(labelled: label) ?? []).map { end + $0 }).map { (entry($0), pattern($0)) }
    }

    /// Returns the route of a number.
    func entry(_ number: Int) -> Entry {
        let end = own.end
        guard let entry = number < end ? own.row(number) : declared?.entry(number - end) else {
            preconditionFailure("it is one of the numbers of this table")
        }
        return entry
    }

    /// Returns the pattern of an entry, parsed from its text.
    func pattern(_ number: Int) -> RoutePattern {
        let end = own.end
        if number >= end, let declared { return declared.pattern(number - end) }
        return entry(number).indexed.pattern
    }

    /// Returns the table with the declared routes of other lazy modules, in place of the earlier ones.
    func declaring(
        _ routes: DeclaredTable<DeclaredRoute>, of modules: Declarations, areFallbacks: Bool
    ) -> RouteTable {
        let registered = PatternTable(numbers.map(entry), ownHosts: ownHosts)
        return RouteTable(
            registered, DeclaredRoutes(routes.answering(ownHosts), of: modules, areFallbacks: areFallbacks))
    }

    /// Returns the table with a module's routes; without them if there are faults.
    func adding(
        _ routes: [Route], owner: String, types: [ParameterType] = [], faults: inout [RegistrationFault]
    ) -> RouteTable {
        let registered = declared?.registering(routes, of: owner, types: types)
        // The declared routes were compared with one another before.
        if registered != nil, own.isEmpty { return RouteTable(own, registered) }
        let found = check(routes, owner: owner, types: types, isDeclared: registered != nil)
        faults += found.faults
        guard found.faults.isEmpty else { return self }
        if registered != nil { return RouteTable(own, registered) }
        let entries = routes.map { Entry($0, owner: owner, types: types) }
        return RouteTable(own.adding(entries, patterns: found.patterns), declared?.removing(owner))
    }

    /// Returns the patterns of a module's routes, after their comparison with one another and with those in the table.
    private func check(
        _ routes: [Route], owner: String, types: [ParameterType], isDeclared: Bool
    ) -> (patterns: [IndexedPattern], faults: [RegistrationFault]) {
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
            let clash = own.clash(with: pattern) ?? (isDeclared ? nil : declared?.clash(with: pattern))
            if let clash { faults.append(.clash(of: route, with: clash.other.map { ($0.route, $0.owner) })) }
        }
        faults += PatternIndex.conflicts(patterns).map { conflict in
            .clash(of: readable[conflict.pattern], with: conflict.other.map { (readable[$0], owner) })
        }
        return (patterns, faults)
    }

    /// Returns the table without the declared routes of a module, which registered its own.
    func undeclaring(_ owner: String) -> RouteTable { RouteTable(own, declared?.removing(owner)) }

    /// Returns the table without the routes of a module.
    func removing(owner: String) -> RouteTable { RouteTable(own.removing(owner), declared?.removing(owner)) }

    /// Returns the table with the declared routes of an idle module.
    func makingIdle(owner: String) -> RouteTable { RouteTable(own.removing(owner), declared?.makingIdle(owner)) }

    /// Returns the best route for a URL, with its parameters.
    func match(_ url: RouteURL) -> RouteMatch? {
        guard let declared, !declared.isEmpty else { return own.match(url).map { match($0) } }
        let other = own.isEmpty ? nil : own.match(url)
        guard let first = declared.match(url) else { return other.map { match($0) } }
        return other == nil ? match(first, from: own.end) : candidates(url).first
    }

    /// Returns every route that matches a URL, the best one first.
    func candidates(_ url: RouteURL) -> [RouteMatch] {
        let registered = own.candidates(url).map { match($0) }
        guard let declared, !declared.isEmpty else { return registered }
        let end = own.end
        let others = declared.candidates(url).map { match($0, from: end) }
        if registered.isEmpty { return others }
        return (registered + others).sorted { $0.match.precedes($1.match) }
    }

    private func match(_ match: consuming PatternMatch, from first: Int = 0) -> RouteMatch {
        RouteMatch(number: first + match.number, entry: entry(first + match.number), match: match)
    }
}

/// A route that may answer a URL, with its parameters.
struct RouteMatch: Sendable {
    /// The number of the entry in its table.
    let number: Int
    let entry: RouteTable.Entry
    fileprivate let match: PatternMatch

    /// The parameters of the path alone.
    var captures: [QueryItem] { match.parameters }
    /// The rank of the pattern for each segment; empty for the best route alone.
    var ranks: [Specificity] { match.order?.ranks ?? [] }
}
