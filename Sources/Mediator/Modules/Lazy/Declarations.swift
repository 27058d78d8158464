/// The declarations of some modules, indexed so that the modules that a request needs are found at once.
@_spi(Host) public final class Declarations: Sendable {
    /// The names of the modules; the indices are their numbers.
    public let names: [String]
    /// The routes.
    public let routes: DeclaredTable<DeclaredRoute>
    /// The fallbacks, which follow the routes.
    public let fallbacks: DeclaredTable<DeclaredRoute>
    /// The patterns of interceptors, each with its module's number.
    public let interceptors: DeclaredTable<Int>
    /// The modules with an interceptor that covers every URL.
    public let everywhere: [Int]
    /// The labels of interceptors, each with its module's number.
    public let labelled: [(label: String, module: Int)]
    /// The modules' numbers, by name.
    let numbers: [String: Int]

    /// Creates declarations from prepared parts; `nil` if they refer to an absent module, or if the routes are not in
    /// the order of their modules.
    public init?(
        names: [String], routes: DeclaredTable<DeclaredRoute>, fallbacks: DeclaredTable<DeclaredRoute>,
        interceptors: DeclaredTable<Int>, everywhere: [Int], labelled: [(label: String, module: Int)]
    ) {
        let modules =
            routes.rows.map(\.module) + fallbacks.rows.map(\.module) + interceptors.rows + everywhere
            + labelled.map(\.module)
        guard modules.allSatisfy(names.indices.contains),
            [routes, fallbacks].allSatisfy({ zip($0.rows, $0.rows.dropFirst()).allSatisfy { $0.module <= $1.module } })
        else { return nil }
        self.names = names
        self.routes = routes
        self.fallbacks = fallbacks
        self.interceptors = interceptors
        self.everywhere = everywhere
        self.labelled = labelled
        numbers = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Declarations of no modules.
    public static let none = Declarations(ManifestIndexBuilder(), ownHosts: [])

    init(_ draft: ManifestIndexBuilder, ownHosts: Set<String>) {
        names = draft.names
        routes = DeclaredTable(draft.routes, ownHosts: ownHosts)
        fallbacks = DeclaredTable(draft.fallbacks, ownHosts: ownHosts)
        interceptors = DeclaredTable(draft.interceptors, ownHosts: ownHosts)
        everywhere = draft.everywhere
        labelled = draft.labelled
        numbers = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Indexes the declarations of modules, without a module whose declarations conflict with those of an earlier one,
    /// or with a pattern that is invalid.
    ///
    /// Takes time linear in the number of patterns, unless many of them have optional groups.
    ///
    /// - Parameter isolated: the modules that run in processes of their own, which have their first segments alone.
    public static func arrange(
        _ modules: [(name: String, manifest: Manifest)], isolated: Set<String> = [], ownHosts: Set<String> = []
    ) -> (declarations: Declarations, refused: [String: RegistrationError]) {
        let refused = ManifestConflicts(modules, isolated: isolated).refused
        var draft = ManifestIndexBuilder()
        for (name, manifest) in modules where refused[name] == nil { draft.add(name, manifest) }
        return (Declarations(draft, ownHosts: ownHosts), refused)
    }
}

/// The declarations of modules during their collection.
struct ManifestIndexBuilder {
    private(set) var names: [String] = []
    private(set) var routes: [(pattern: IndexedPattern, row: DeclaredRoute)] = []
    private(set) var fallbacks: [(pattern: IndexedPattern, row: DeclaredRoute)] = []
    private(set) var interceptors: [(pattern: IndexedPattern, row: Int)] = []
    private(set) var everywhere: [Int] = []
    private(set) var labelled: [(label: String, module: Int)] = []

    /// Adds a module whose patterns were parsed before; invalid ones are ignored.
    mutating func add(_ name: String, _ manifest: Manifest) {
        let number = names.count
        let types = manifest.types.map(\.type)
        names.append(name)
        for route in manifest.routes {
            guard let pattern = try? RoutePattern(route.description.pattern, types: types) else { continue }
            let row = (IndexedPattern(pattern, priority: route.priority), DeclaredRoute(route, module: number))
            if route.isFallback { fallbacks.append(row) } else { routes.append(row) }
        }
        for interceptor in manifest.interceptors {
            if let label = interceptor.label {
                labelled.append((label, number))
            } else if interceptor.patterns.isEmpty, everywhere.last != number {
                everywhere.append(number)
            }
            let patterns = interceptor.patterns.compactMap { try? RoutePattern($0, types: types) }
            interceptors += patterns.map { (IndexedPattern($0), number) }
        }
    }
}

/// The search for modules that cannot be registered beside the ones before them, by their declarations.
struct ManifestConflicts {
    /// The reasons for the exclusion of modules, by name.
    var refused: [String: RegistrationError] {
        Dictionary(uniqueKeysWithValues: faults.map { ($0, .invalid($1, owner: $0)) })
    }

    private var faults: [String: [RegistrationFault]] = [:]

    init(_ modules: [(name: String, manifest: Manifest)], isolated: Set<String> = []) {
        surveyIsolated(modules, isolated)
        for isFallback in [false, true] { survey(modules, isFallback: isFallback) }
        surveyRewrites(modules)
    }

    /// Of two modules in processes of their own, the earlier one keeps its first segments.
    private mutating func surveyIsolated(_ modules: [(name: String, manifest: Manifest)], _ isolated: Set<String>) {
        if isolated.isEmpty { return }
        var segments = FirstSegments()
        for (name, manifest) in modules where !isolated.contains(name) {
            segments.add(manifest.declaredPatterns, of: name)
        }
        for (name, manifest) in modules where isolated.contains(name) {
            let found = segments.faults(ofIsolated: manifest)
            if found.isEmpty { segments.add(manifest.declaredPatterns, of: name) } else { faults[name] = found }
        }
    }

    private mutating func survey(_ modules: [(name: String, manifest: Manifest)], isFallback: Bool) {
        var rows: [(route: Route, owner: String)] = []
        var patterns: [IndexedPattern] = []
        for (name, manifest) in modules {
            let types = manifest.types.map(\.type)
            for route in manifest.routes where route.isFallback == isFallback {
                do throws(RoutePatternError) {
                    let pattern = try RoutePattern(route.description.pattern, types: types)
                    patterns.append(IndexedPattern(pattern, priority: route.priority))
                    rows.append((route.outline, name))
                    for fault in route.outline.labelFaults { faults[name, default: []].append(fault) }
                } catch {
                    let pattern = route.description.pattern
                    faults[name, default: []].append(
                        .invalidPattern(pattern, declared: route.location, reason: error))
                }
            }
        }
        var table = ShapeTable()
        for (number, row) in rows.enumerated() {
            // An excluded module conflicts with no other.
            let clash = table.add(number, of: patterns) {
                rows[$0].owner == row.owner || faults[rows[$0].owner] == nil
            }
            guard let clash else { continue }
            faults[row.owner, default: []].append(.clash(of: row.route, with: clash.other.map { rows[$0] }))
        }
    }

    private mutating func surveyRewrites(_ modules: [(name: String, manifest: Manifest)]) {
        var installed: [InstalledRewrite] = []
        for (name, manifest) in modules where faults[name] == nil {
            let types = manifest.types.map(\.type)
            for rewrite in manifest.rewrites {
                do throws(RegistrationFault) {
                    installed.append(try InstalledRewrite(rewrite.rewrite, owner: name, types: types))
                } catch {
                    faults[name, default: []].append(error)
                }
            }
        }
        for (owner, fault) in InstalledRewrite.conflicts(installed) { faults[owner, default: []].append(fault) }
    }
}

/// The facts about a route of a module that has not started, to find the module and to check access.
@_spi(Host) public struct DeclaredRoute: Sendable, Equatable {
    /// The module's number.
    public let module: Int
    /// The verb that it answers.
    public let verb: Request.Verb
    /// The origins that may request it.
    public let access: Access
    /// Whether its handler may leave the answer to the next one.
    public let mayDecline: Bool
    /// The parameters whose values are never shown.
    public let sensitiveParameters: Set<String>
    /// Its labels.
    public let labels: [RouteLabel]

    /// Creates a route of a module.
    public init(
        module: Int, verb: Request.Verb, access: Access, mayDecline: Bool, sensitiveParameters: Set<String>,
        labels: [RouteLabel]
    ) {
        self.module = module
        self.verb = verb
        self.access = access
        self.mayDecline = mayDecline
        self.sensitiveParameters = sensitiveParameters
        self.labels = labels
    }

    init(_ route: ManifestRoute, module: Int) {
        self.init(
            module: module, verb: route.description.verb, access: route.description.access,
            mayDecline: route.mayDecline, sensitiveParameters: route.sensitiveParameters,
            labels: route.description.labels)
    }
}

/// The patterns of modules' declarations, with a row for each.
@_spi(Host) public struct DeclaredTable<Row: Sendable>: Sendable {
    /// The patterns.
    public let patterns: [PatternText]
    /// The rows in the order of the patterns.
    public let rows: [Row]
    private let ownHosts: Set<String>
    private let made = Lazy<PatternIndex>()

    /// Creates a table; `nil` unless there is one row for each pattern.
    public init?(_ patterns: [PatternText], rows: [Row]) {
        guard patterns.count == rows.count else { return nil }
        self.init(patterns, rows, ownHosts: [])
    }

    init(_ patterns: [(pattern: IndexedPattern, row: Row)], ownHosts: Set<String>) {
        self.init(patterns.map { PatternText($0.pattern) }, patterns.map(\.row), ownHosts: ownHosts)
    }

    private init(_ patterns: [PatternText], _ rows: [Row], ownHosts: Set<String>) {
        self.patterns = patterns
        self.rows = rows
        self.ownHosts = ownHosts
    }

    /// The index of the patterns, made at the first look-up.
    public var index: PatternIndex { made.value { PatternIndex(patterns.map(\.indexed), ownHosts: ownHosts) } }

    /// Returns the table for an app with certain web hosts of its own.
    func answering(_ ownHosts: Set<String>) -> DeclaredTable {
        ownHosts.isEmpty ? self : DeclaredTable(patterns, rows, ownHosts: ownHosts)
    }

    /// Returns the rows of all patterns that match a URL, the best one first.
    func candidates(_ url: RouteURL) -> [(number: Int, row: Row)] {
        rows.isEmpty ? [] : index.candidates(url).map { ($0.number, rows[$0.number]) }
    }
}

/// A pattern as its text, with what parsing it needs; each was parsed before.
@_spi(Host) public struct PatternText: Sendable, Equatable {
    /// The text in its written form.
    public let text: String
    /// The priority.
    public let priority: Int
    /// The types that it names besides the built-in ones.
    public let types: [ManifestType]

    /// Creates a pattern from its parts.
    public init(_ text: String, priority: Int, types: [ManifestType]) {
        (self.text, self.priority, self.types) = (text, priority, types)
    }

    init(_ pattern: IndexedPattern) {
        self.init(
            pattern.pattern.text, priority: pattern.priority,
            types: pattern.pattern.ownTypes.compactMap(ManifestType.init))
    }

    /// The parsed pattern; no URL has the scheme of an invalid one.
    public var indexed: IndexedPattern {
        let pattern =
            (try? RoutePattern(text, types: types.map(\.type)))
            ?? RoutePattern(text: text, scheme: "?", host: nil, elements: [])
        return IndexedPattern(pattern, priority: priority)
    }
}
