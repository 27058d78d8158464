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

    /// What modules brought beside what they declared before they were started.
    private let own: [Entry]
    /// The patterns, in the order of these entries.
    private let index: PatternIndex
    /// What modules brought as they had declared it; their numbers follow those of the others.
    private let declared: DeclaredRoutes?
    let ownHosts: Set<String>

    /// A table without routes, for an app with these web hosts of its own.
    init(ownHosts: Set<String> = []) { self.init([], [], nil, ownHosts: ownHosts) }

    private init(_ own: [Entry], _ patterns: [IndexedPattern], _ declared: DeclaredRoutes?, ownHosts: Set<String>) {
        self.init(own, PatternIndex(patterns, ownHosts: ownHosts), declared, ownHosts: ownHosts)
    }

    private init(_ own: [Entry], _ index: PatternIndex, _ declared: DeclaredRoutes?, ownHosts: Set<String>) {
        self.own = own
        self.index = index
        self.declared = declared
        self.ownHosts = ownHosts
    }

    /// Whether there are no routes.
    var isEmpty: Bool { own.isEmpty && declared?.isEmpty ?? true }

    /// The numbers of all routes.
    var numbers: [Int] { Array(own.indices) + (declared?.live ?? []).map { own.count + $0 } }

    /// All routes, in the order of their numbers.
    var entries: [Entry] { numbers.map(entry) }

    /// The route of a number.
    func entry(_ number: Int) -> Entry {
        if number < own.count { return own[number] }
        guard let entry = declared?.entry(number - own.count) else { preconditionFailure("it is one of `numbers`") }
        return entry
    }

    /// The pattern of an entry with its priority; it is parsed from its text.
    func indexed(_ number: Int) -> IndexedPattern {
        guard let declared, number >= own.count else { return index.pattern(number) }
        return declared.indexed(number - own.count)
    }

    /// The pattern of an entry; it is parsed from its text.
    func pattern(_ number: Int) -> RoutePattern { indexed(number).pattern }

    /// The same table for modules that declare these routes: one that brings them, and no others, is there at once.
    func knowing(_ routes: DeclaredTable<DeclaredRoute>, of modules: Declarations) -> RouteTable {
        let numbers = numbers
        // What is frozen there knows no host of the app's own.
        let declared = ownHosts.isEmpty ? DeclaredRoutes(routes, of: modules) : nil
        return RouteTable(numbers.map(entry), numbers.map(indexed), declared, ownHosts: ownHosts)
    }

    /// The table with a module's routes added: all of them, or an error that names all faults.
    func adding(
        _ routes: [Route], owner: String, types: [ParameterType] = []
    ) throws(RegistrationError) -> RouteTable {
        if let declared = declared?.starting(owner, routes, types: types) {
            // What is declared was held against all else that is.
            if !own.isEmpty { try check(routes, owner: owner, types: types, against: Array(own.indices)) }
            return RouteTable(own, index, declared, ownHosts: ownHosts)
        }
        guard !routes.isEmpty else { return self }
        let patterns = try check(routes, owner: owner, types: types, against: numbers)
        return RouteTable(
            own + routes.map { Entry(route: $0, owner: owner) }, own.indices.map(index.pattern) + patterns, declared,
            ownHosts: ownHosts)
    }

    /// The patterns of a module's routes, held against those of some entries.
    @discardableResult
    private func check(
        _ routes: [Route], owner: String, types: [ParameterType], against others: [Int]
    ) throws(RegistrationError) -> [IndexedPattern] {
        var patterns = others.map(indexed)
        var entries = others.map(entry)
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
        faults += PatternIndex.conflicts(patterns, from: others.count).map { conflict in
            let (entry, other) = (entries[conflict.pattern], entries[conflict.other])
            return .conflict(
                pattern: entry.route.pattern, declared: entry.route.location, with: other.route.pattern,
                otherOwner: other.owner, otherDeclared: other.route.location)
        }
        guard faults.isEmpty else { throw .invalid(faults, owner: owner) }
        return Array(patterns[others.count...])
    }

    /// The table with the routes of modules that are not started; they were held against one another before.
    func adding(_ manifests: [(module: String, manifest: Manifest)], areFallbacks: Bool) -> RouteTable {
        let numbers = numbers
        var (entries, patterns) = (numbers.map(entry), numbers.map(indexed))
        for (module, manifest) in manifests {
            let types = manifest.types.map(\.type)
            for route in manifest.routes where route.isFallback == areFallbacks {
                guard let pattern = try? RoutePattern(route.description.pattern, types: types) else { continue }
                patterns.append(IndexedPattern(pattern, priority: route.priority))
                entries.append(Entry(route: route.outline, owner: module))
            }
        }
        return RouteTable(entries, patterns, nil, ownHosts: ownHosts)
    }

    /// The table without the routes of a module.
    func removing(owner: String) -> RouteTable {
        let declared = declared?.stopping(owner)
        let kept = own.indices.filter { own[$0].owner != owner }
        guard kept.count < own.count else { return RouteTable(own, index, declared, ownHosts: ownHosts) }
        return RouteTable(kept.map { own[$0] }, kept.map(index.pattern), declared, ownHosts: ownHosts)
    }

    /// The best route for a URL, with its parameters.
    func match(_ url: RouteURL) -> RouteMatch? {
        guard let declared, !declared.isEmpty else { return index.match(url).map { self.match($0) } }
        let first = declared.match(url)
        guard !own.isEmpty, let second = index.match(url) else { return first.map { self.match($0, from: own.count) } }
        return first == nil ? match(second) : candidates(url).first
    }

    /// Every route that matches a URL, the best one first.
    func candidates(_ url: RouteURL) -> [RouteMatch] {
        let brought = index.candidates(url).map { match($0) }
        let declared = declared?.candidates(url).map { match($0, from: own.count) } ?? []
        guard !brought.isEmpty, !declared.isEmpty else { return brought + declared }
        let all = brought + declared
        return PatternIndex(all.map { indexed($0.number) }, ownHosts: ownHosts).candidates(url).map { all[$0.number] }
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
