/// What some modules declare, arranged so that the modules that a request needs are found at once.
@_spi(Host) public final class Declarations: Sendable {
    /// The modules; their places are their numbers.
    public let names: [String]
    /// The routes.
    public let routes: DeclaredTable<DeclaredRoute>
    /// The fallbacks, which are asked where no route answers.
    public let fallbacks: DeclaredTable<DeclaredRoute>
    /// The patterns of interceptors, each with its module's number.
    public let interceptors: DeclaredTable<Int>
    /// The modules with an interceptor for every URL.
    public let everywhere: [Int]
    /// The modules' numbers, by name.
    let numbers: [String: Int]

    /// Takes parts that were made before; `nil` where a module that they name is not there, or the routes do not stand in
    /// the order of their modules.
    public init?(
        names: [String], routes: DeclaredTable<DeclaredRoute>, fallbacks: DeclaredTable<DeclaredRoute>,
        interceptors: DeclaredTable<Int>, everywhere: [Int]
    ) {
        let modules = routes.rows.map(\.module) + fallbacks.rows.map(\.module) + interceptors.rows + everywhere
        guard modules.allSatisfy(names.indices.contains),
            [routes, fallbacks].allSatisfy({ zip($0.rows, $0.rows.dropFirst()).allSatisfy { $0.module <= $1.module } })
        else { return nil }
        self.names = names
        self.routes = routes
        self.fallbacks = fallbacks
        self.interceptors = interceptors
        self.everywhere = everywhere
        numbers = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Nothing.
    public static let none = Declarations(ManifestIndexBuilder(), ownHosts: [])

    init(_ draft: ManifestIndexBuilder, ownHosts: Set<String>) {
        names = draft.names
        routes = DeclaredTable(draft.routes, ownHosts: ownHosts)
        fallbacks = DeclaredTable(draft.fallbacks, ownHosts: ownHosts)
        interceptors = DeclaredTable(draft.interceptors, ownHosts: ownHosts)
        everywhere = draft.everywhere
        numbers = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Arranges what modules declare; one whose declarations clash with those of an earlier one is left out, and so is
    /// one with a pattern that cannot be read.
    ///
    /// Takes time linear in the number of patterns, unless many of them have optional groups.
    public static func arrange(
        _ modules: [(name: String, manifest: Manifest)], ownHosts: Set<String> = []
    ) -> (declarations: Declarations, refused: [String: RegistrationError]) {
        let survey = ManifestConflicts(modules)
        var draft = ManifestIndexBuilder()
        for (name, manifest) in modules where survey.refused[name] == nil { draft.add(name, manifest) }
        return (Declarations(draft, ownHosts: ownHosts), survey.refused)
    }
}

/// What modules declare, while it is being gathered.
struct ManifestIndexBuilder {
    private(set) var names: [String] = []
    private(set) var routes: [(pattern: IndexedPattern, row: DeclaredRoute)] = []
    private(set) var fallbacks: [(pattern: IndexedPattern, row: DeclaredRoute)] = []
    private(set) var interceptors: [(pattern: IndexedPattern, row: Int)] = []
    private(set) var everywhere: [Int] = []

    /// Adds a module whose patterns were read before: those that cannot be are passed over.
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
            if interceptor.patterns.isEmpty, !everywhere.contains(number) { everywhere.append(number) }
            let patterns = interceptor.patterns.compactMap { try? RoutePattern($0, types: types) }
            interceptors += patterns.map { (IndexedPattern($0), number) }
        }
    }
}

/// Finds out which modules cannot be registered beside those before them, from what they declare.
struct ManifestConflicts {
    /// Why modules are left out, by name.
    private(set) var refused: [String: RegistrationError] = [:]

    private struct Row {
        let owner: String
        let route: Route
    }

    init(_ modules: [(name: String, manifest: Manifest)]) {
        for isFallback in [false, true] { survey(modules, isFallback: isFallback) }
        surveyRewrites(modules)
    }

    private mutating func survey(_ modules: [(name: String, manifest: Manifest)], isFallback: Bool) {
        var rows: [Row] = []
        var patterns: [IndexedPattern] = []
        for (name, manifest) in modules {
            let types = manifest.types.map(\.type)
            for route in manifest.routes where route.isFallback == isFallback {
                do throws(RoutePatternError) {
                    let pattern = try RoutePattern(route.description.pattern, types: types)
                    patterns.append(IndexedPattern(pattern, priority: route.priority))
                    rows.append(Row(owner: name, route: route.outline))
                } catch {
                    let pattern = route.description.pattern
                    refuse(name, .invalidPattern(pattern, declared: route.location, reason: error))
                }
            }
        }
        for conflict in PatternIndex.conflicts(patterns) {
            let (row, other) = (rows[conflict.pattern], rows[conflict.other])
            // Who is left out is in nobody's way.
            guard row.owner == other.owner || refused[other.owner] == nil else { continue }
            refuse(
                row.owner,
                .conflict(
                    pattern: row.route.pattern, declared: row.route.location, with: other.route.pattern,
                    otherOwner: other.owner, otherDeclared: other.route.location))
        }
    }

    private mutating func surveyRewrites(_ modules: [(name: String, manifest: Manifest)]) {
        var installed: [InstalledRewrite] = []
        for (name, manifest) in modules where refused[name] == nil {
            for rewrite in manifest.rewrites {
                do throws(RegistrationFault) {
                    let types = manifest.types.map(\.type)
                    installed.append(try InstalledRewrite(rewrite.rewrite, owner: name, types: types))
                } catch {
                    refuse(name, error)
                }
            }
        }
        for (owner, fault) in RewriteTable(installed).conflicts() { refuse(owner, fault) }
    }

    private mutating func refuse(_ owner: String, _ fault: RegistrationFault) {
        var faults: [RegistrationFault] = []
        if case .invalid(let known, _)? = refused[owner] { faults = known }
        refused[owner] = .invalid(faults + [fault], owner: owner)
    }
}

/// What has to be known of a route whose module is not started, to find the module and to say who may ask.
@_spi(Host) public struct DeclaredRoute: Sendable, Equatable {
    /// The module's number.
    public let module: Int
    /// The verb that it answers.
    public let verb: Verb
    /// Who may ask.
    public let access: Access
    /// Whether its handler may leave the answer to the next one.
    public let mayDecline: Bool
    /// The parameters whose values are never shown.
    public let sensitiveParameters: Set<String>

    /// A route of a module.
    public init(module: Int, verb: Verb, access: Access, mayDecline: Bool, sensitiveParameters: Set<String>) {
        self.module = module
        self.verb = verb
        self.access = access
        self.mayDecline = mayDecline
        self.sensitiveParameters = sensitiveParameters
    }

    init(_ route: ManifestRoute, module: Int) {
        self.init(
            module: module, verb: route.description.verb, access: route.description.access,
            mayDecline: route.mayDecline, sensitiveParameters: route.sensitiveParameters)
    }
}

/// Patterns that modules declare, frozen, with a row for each.
@_spi(Host) public struct DeclaredTable<Row: Sendable>: Sendable {
    /// The patterns.
    public let index: PatternIndex
    /// In the order of the patterns.
    public let rows: [Row]

    /// `nil` where there is not one row for each pattern.
    public init?(_ index: PatternIndex, rows: [Row]) {
        guard index.count == rows.count else { return nil }
        self.index = index
        self.rows = rows
    }

    init(_ patterns: [(pattern: IndexedPattern, row: Row)], ownHosts: Set<String>) {
        index = PatternIndex(patterns.map(\.pattern), ownHosts: ownHosts)
        rows = patterns.map(\.row)
    }

    /// The table for an app with these web hosts of its own.
    func answering(_ ownHosts: Set<String>) -> DeclaredTable {
        ownHosts.isEmpty ? self : DeclaredTable(index.answering(ownHosts), rows)
    }

    private init(_ index: PatternIndex, _ rows: [Row]) {
        self.index = index
        self.rows = rows
    }

    /// The rows of all patterns that match a URL, the best one first.
    func candidates(_ url: RouteURL) -> [(number: Int, row: Row)] {
        rows.isEmpty ? [] : index.candidates(url).map { ($0.number, rows[$0.number]) }
    }
}
