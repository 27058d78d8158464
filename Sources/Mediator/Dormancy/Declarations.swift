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

    /// Takes parts that were made before; `nil` where a module that they name is not there.
    public init?(
        names: [String], routes: DeclaredTable<DeclaredRoute>, fallbacks: DeclaredTable<DeclaredRoute>,
        interceptors: DeclaredTable<Int>, everywhere: [Int]
    ) {
        let modules = routes.rows.map(\.module) + fallbacks.rows.map(\.module) + interceptors.rows + everywhere
        guard modules.allSatisfy(names.indices.contains) else { return nil }
        self.names = names
        self.routes = routes
        self.fallbacks = fallbacks
        self.interceptors = interceptors
        self.everywhere = everywhere
        numbers = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Nothing.
    public static let none = Declarations(DeclarationsDraft(), ownHosts: [])

    init(_ draft: DeclarationsDraft, ownHosts: Set<String>) {
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
        let survey = DeclarationsSurvey(modules)
        var draft = DeclarationsDraft()
        for (name, manifest) in modules where survey.refused[name] == nil { draft.add(name, manifest) }
        return (Declarations(draft, ownHosts: ownHosts), survey.refused)
    }
}
