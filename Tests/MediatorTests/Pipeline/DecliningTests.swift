@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A handler that declines` {
    private struct Fallback: Resolver {
        let name = "fallback"
        var answer: Resolution?
        func resolve(_ question: Question) async throws(ResolverError) -> Resolution? { answer }
        func canResolve(_ url: RouteURL) -> Availability { .undecided }
    }

    /// Routes that answer with their pattern and parameters, or decline if the URL's query names them.
    private static func table(_ access: [String: Access], answer: Resolution? = nil) throws -> Switchboard {
        let mediator = Switchboard(navigator: RecordingNavigator(), resolvers: [Fallback(), Fallback(answer: answer)])
        let location = DeclarationSite(fileID: #fileID, line: #line)
        let routes = access.sorted { $0.key < $1.key }.map { pattern, access in
            Route(pattern, verb: .call, access: access, location: location) { request in
                if request.parameters.all("no").contains(pattern) { return .declined }
                let parameters = request.parameters.items.filter { $0.name != "no" }
                return .value(Payload(([pattern] + parameters.map { "\($0.name)=\($0.value)" }).joined(separator: " ")))
            }
        }
        try mediator.register(routes, owner: "Rent")
        return mediator
    }

    static let rows: [(url: String, answer: String)] = [
        ("app://rent/list", "/rent/list"),
        ("app://rent/list?no=/rent/list", "/rent(/:word<slug>) word=list"),
        ("app://rent/list?no=/rent/:id", "/rent/list"),
        ("app://rent/list?no=/rent/list&no=/rent(/:word<slug>)", "/rent/:id id=list"),
        ("app://rent/list?no=/rent/list&no=/rent/:id&no=/rent(/:word<slug>)", "/*path path=rent/list"),
        ("app://rent/7?no=/rent/:number<int>&no=/rent(/:word<slug>)", "/rent/:id id=7"),
        ("special://rent/7", "special://rent/:name name=7"),
        ("special://rent/7?no=special://rent/:name", "/rent/:number<int> number=7"),
        ("app://rent%2Flist?no=/:all", "/*path path=rent%2Flist"),
    ]

    @Test(arguments: rows) func `after a handler declines, the next candidate answers with its own parameters`(
        _ row: (url: String, answer: String)
    ) async throws {
        let patterns = [
            "/*path", "/:all", "/rent/:id", "/rent/list", "/rent(/:word<slug>)", "/rent/:number<int>",
            "special://rent/:name",
        ]
        let mediator = try Self.table(Dictionary(uniqueKeysWithValues: patterns.map { ($0, Access.modules) }))
        #expect(try await mediator.call(RouteURL(row.url), as: String.self, origin: .shell) == row.answer)
    }

    @Test func `resolvers are asked after the last candidate declines`() async throws {
        let table: [String: Access] = ["/rent/:id": .public, "/*path": .public, "/new/:id": .public]
        let url: RouteURL = "app://rent/7?no=/rent/:id&no=/*path"
        let moved = try Self.table(table, answer: .redirect(to: "app://new/7"))
        #expect(try await moved.call(url, as: String.self, origin: .external) == "/new/:id id=7")
        let unknown = try Self.table(table)
        let error = await #expect(throws: RequestError.self) { try await unknown.call(url, origin: .external) }
        let told = error.map { unknown.advised($0, for: .call, origin: .shell) }
        guard case .noRoute(url.text, nil, let near) = told?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(near.contains("app://rent/:id"))
    }

    @Test func `a handler may decline with a custom type, which leaves canOpen undecided`() async throws {
        struct Nothing: ResponseConvertible { var response: Response { .declined } }
        let mediator = Switchboard(navigator: RecordingNavigator())
        let routes = [Open("/open") { _ in Nothing() }.route, ModuleKit.Fallback("/under") { _ in Nothing() }.route]
        try mediator.register(routes, owner: "Rent")
        for url in ["app://open", "app://under/it"] {
            #expect(try mediator.availability(of: RouteURL(url), origin: .shell) == .undecided)
            await #expect(throws: RequestError.self) { try await mediator.open(RouteURL(url), origin: .shell) }
        }
    }

    @Test func `after a handler declines, the caller still needs access to the next candidate`() async throws {
        let mediator = try Self.table(["/rent/:id": .public, "/*path": .modules])
        let url = "app://rent/7?no=/rent/:id"
        #expect(try await mediator.call(RouteURL(url), as: String.self, origin: .shell) == "/*path path=rent/7")
        let error = await #expect(throws: RequestError.self) {
            try await mediator.call(RouteURL(url), origin: .external)
        }
        guard case .accessDenied(url, "/*path", "Rent", .modules, .external) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
    }
}
