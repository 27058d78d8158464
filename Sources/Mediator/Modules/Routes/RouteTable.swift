import Synchronization

/// The routes of all modules. A table never changes: a request keeps the table that it began with.
///
/// The table includes idle modules, whose routes have no handlers yet. Adding routes copies the tree of patterns and
/// parses only the added patterns. Patterns of removed routes stay in the tree until they make up half of the tree.
struct RouteTable: Sendable {
    final class Entry: Sendable {
        let route: Route
        let owner: String
        /// Whether the module is idle; if so, the route has no handler yet.
        let isIdle: Bool
        let stage: Request.Stage
        /// The number of this route in its notes; see `TrackedCode`.
        let note = Atomic<UInt32>(0)
        /// The parameter types that the pattern may use in addition to the built-in types.
        private let types: [ParameterType]

        init(_ route: Route, owner: String, types: [ParameterType] = [], isIdle: Bool = false) {
            self.route = route
            self.owner = owner
            self.isIdle = isIdle
            self.types = types
            stage = .handler(route: route.pattern, module: owner)
        }

        /// Returns whether this entry, which is from a manifest, declares the same route as a registered entry.
        fileprivate func declares(_ other: Entry) -> Bool {
            route.pattern == other.route.pattern && route.priority == other.route.priority && types == other.types
        }

        /// The pattern with its priority, parsed from its text.
        var indexed: IndexedPattern {
            // The text was parsed before, so parsing does not fail. If parsing failed, the pattern would match no URL,
            // because no URL has the scheme `?`.
            let pattern =
                (try? RoutePattern(route.pattern, types: types))
                ?? RoutePattern(text: route.pattern, scheme: "?", host: nil, elements: [])
            return IndexedPattern(pattern, priority: route.priority)
        }
    }

    let ownHosts: Set<String>
    /// The entries; the index of an entry is the number of its pattern. `nil` for a removed route.
    private var entries = ChunkedArray<Entry?>()
    /// The number of remaining entries.
    private var count = 0
    /// The indices of each idle module's routes in `entries`.
    private var idle: [String: Range<Int>] = [:]
    private var conflicts = RouteConflicts()
    private var growing: GrowingIndex

    /// Creates a table without routes; `ownHosts` are the web hosts of the app.
    init(ownHosts: Set<String> = []) {
        self.ownHosts = ownHosts
        growing = GrowingIndex(PatternIndex([], ownHosts: ownHosts))
    }

    var isEmpty: Bool { count == 0 }

    /// The numbers of all routes in the order of their addition, including routes of idle modules.
    var numbers: [Int] { entries.indices.filter { entries[$0] != nil } }

    /// Returns the routes with a label, including routes of idle modules, in no particular order.
    func routes(labelled label: String) -> [(entry: Entry, pattern: RoutePattern)] {
        entries.compactMap(\.self).filter { $0.route.labels.contains { $0.name == label } }
            .map { ($0, $0.indexed.pattern) }
    }

    func entry(_ number: Int) -> Entry {
        guard let entry = entries[number] else { preconditionFailure("this table has no entry with the number") }
        return entry
    }

    /// Returns the pattern of a route, parsed from its text.
    func pattern(_ number: Int) -> RoutePattern { entry(number).indexed.pattern }

    /// The patterns of the first routes by number, which searches for similar patterns parse only once.
    var keptPatterns: [Int: RoutePattern] {
        growing.patterns.value { Dictionary(uniqueKeysWithValues: numbers.prefix(1_000).map { ($0, pattern($0)) }) }
    }

    func bestCandidate(for url: RouteURL) -> Candidate? {
        guard let best = growing.index.match(url) else { return nil }
        guard let entry = entries[best.number] else { return candidates(for: url).first }
        return Candidate(entry: entry, match: best)
    }

    /// Returns every route that matches a URL, the best one first.
    func candidates(for url: RouteURL) -> [Candidate] {
        growing.index.matches(url).compactMap { match in
            entries[match.number].map { Candidate(entry: $0, match: match) }
        }
    }
}

extension RouteTable {
    /// Adds a module's routes, unless there are faults. The routes replace the routes of the module's manifest. If both
    /// are equal, the added routes take over the places of the manifest's routes.
    mutating func add(
        _ routes: [Route], owner: String, types: [ParameterType] = [], faults: inout [RegistrationFault]
    ) {
        let places = idle[owner] ?? 0..<0
        let added = routes.map { Entry($0, owner: owner, types: types) }
        let isDeclared = places.count == added.count && zip(places, added).allSatisfy { entry($0).declares($1) }
        guard !isDeclared || conflicts.concernDeclared else { return take(places, for: added, of: owner) }
        let found = check(routes, owner: owner, types: types, areDeclared: isDeclared)
        faults += found.faults
        guard found.faults.isEmpty else { return }
        if isDeclared { return take(places, for: added, of: owner) }
        for place in places { entries[place] = nil }
        count -= places.count
        idle[owner] = nil
        conflicts.add(found.patterns, from: entries.count, of: owner)
        append(added, patterns: found.patterns)
    }

    /// Replaces a module's routes from its manifest by the routes that the module has registered at its start.
    private mutating func take(_ places: Range<Int>, for added: [Entry], of owner: String) {
        idle[owner] = nil
        for (place, entry) in zip(places, added) { entries[place] = entry }
        conflicts.add(declared: places)
    }

    /// Returns the patterns of a module's routes, and the faults that a comparison finds.
    ///
    /// The patterns are compared with one another, with the registered routes and, unless the routes are in the
    /// module's own manifest, with the routes of other manifests.
    mutating func check(
        _ routes: [Route], owner: String, types: [ParameterType], areDeclared: Bool = false
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
        let others = areDeclared ? [:] : idle.filter { $0.key != owner }
        faults += conflicts.search(patterns, and: others.values.joined()) { entries[$0]?.indexed }.map { conflict in
            let other = conflict.other.map(entry)
            return .clash(of: readable[conflict.pattern], with: other.map { ($0.route, $0.owner) })
        }
        faults += PatternIndex.conflicts(patterns).map { conflict in
            .clash(of: readable[conflict.pattern], with: conflict.other.map { (readable[$0], owner) })
        }
        return (patterns, faults)
    }

    private mutating func append(_ added: [Entry], patterns: [IndexedPattern]? = nil) {
        guard !added.isEmpty else { return }
        entries.append(contentsOf: added.lazy.map(Optional.some))
        count += added.count
        growing = growing.adding { patterns ?? added.map(\.indexed) }
    }

    /// Returns the table with the routes of idle modules, except idle modules that the table already contains.
    ///
    /// The modules' manifests were compared before; the routes' patterns are parsed at the first look-up.
    func adding(idle modules: [Registration], areFallbacks: Bool) -> RouteTable {
        var table = self
        var added: [Entry] = []
        for module in modules where idle[module.owner] == nil {
            let first = entries.count + added.count
            let routes = module.routes
            // The copy of a route costs more than its entry, so routes of the other kind are not copied.
            for index in routes.indices where routes[index].isFallback == areFallbacks {
                added.append(Entry(routes[index], owner: module.owner, types: module.types, isIdle: true))
            }
            table.idle[module.owner] = first..<entries.count + added.count
        }
        table.append(added)
        return table
    }

    /// The table without the routes of idle modules. The remaining routes count as routes outside manifests.
    var withoutIdle: RouteTable {
        var table = idle.isEmpty ? self : rebuilt { !$0.isIdle }
        table.conflicts.declareNone(of: table.entries.compactMap { $0?.owner })
        return table
    }

    func removing(owner: String) -> RouteTable {
        var table = self
        table.idle[owner] = nil
        table.conflicts.remove(owner)
        for (number, entry) in entries.enumerated() where entry?.owner == owner {
            table.entries[number] = nil
            table.count -= 1
        }
        return table.count > entries.count / 2 ? table : table.rebuilt { _ in true }
    }

    /// Returns a new table with the routes for which a closure returns `true`, without the patterns of removed routes.
    private func rebuilt(with isKept: (Entry) -> Bool) -> RouteTable {
        let kept = entries.compactMap(\.self).filter(isKept)
        var table = RouteTable(ownHosts: ownHosts)
        table.conflicts.declareNone(of: conflicts.undeclared)
        for (place, entry) in kept.enumerated() {
            if entry.isIdle {
                table.idle[entry.owner] = (table.idle[entry.owner]?.lowerBound ?? place)..<place + 1
            } else {
                table.conflicts.add(declared: place..<place + 1)
            }
        }
        table.append(kept)
        return table
    }
}

/// A route that may answer a URL, with its parameters.
struct Candidate: Sendable {
    let entry: RouteTable.Entry
    fileprivate let match: PatternMatch

    var number: Int { match.number }
    /// The parameters of the path only.
    var captures: [QueryItem] { match.parameters }
    /// The rank of the pattern for each segment; empty if only the best route was requested.
    var ranks: [Specificity] { match.ranks }
}

/// An index and additional patterns, which are parsed and added at the next look-up.
private final class GrowingIndex: Sendable {
    private let known: PatternIndex
    private let added: ChunkedArray<@Sendable () -> [IndexedPattern]>
    private let grown = Lazy<PatternIndex>()
    /// See `RouteTable.keptPatterns`. A number keeps its pattern as long as the index lives.
    let patterns = Lazy<[Int: RoutePattern]>()

    init(_ known: PatternIndex, adding added: ChunkedArray<@Sendable () -> [IndexedPattern]> = ChunkedArray()) {
        (self.known, self.added) = (known, added)
    }

    var index: PatternIndex {
        if added.isEmpty { return known }
        return grown.value { known.adding(added.flatMap { $0() }) }
    }

    func adding(_ patterns: @escaping @Sendable () -> [IndexedPattern]) -> GrowingIndex {
        if let grown = grown.made { return GrowingIndex(grown, adding: ChunkedArray([patterns])) }
        var added = added
        added.append(patterns)
        return GrowingIndex(known, adding: added)
    }
}
