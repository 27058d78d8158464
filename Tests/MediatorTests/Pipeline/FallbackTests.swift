@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A URL that no route answers` {
    struct Table: Resolver {
        let name = "table"
        func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
            question.url.segments.last == "remote" ? .web(url: "https://remote.example.com/") : nil
        }
        func canResolve(_ url: RouteURL) -> Availability { .undecided }
    }

    /// A URL, the title of the page that answers, and the result of `canOpen`.
    static let rows: [(url: String, title: String?, availability: Availability)] = [
        ("app://rent/list", "list", .yes),
        ("app://rent/x", "rent fallback x", .yes),
        ("app://rent", "rent fallback ", .yes),
        ("app://rent/deep/x", "deep fallback x", .yes),
        ("app://rent/deep/decline", "rent fallback deep/decline", .yes),
        ("app://picky/take", "picky", .undecided),
        ("app://picky/remote", "https://remote.example.com/", .undecided),
        ("app://picky/none", nil, .undecided),
        ("app://elsewhere", nil, .undecided),
        ("app://elsewhere/remote", "https://remote.example.com/", .undecided),
    ]

    private static func scene() throws -> Scene {
        let scene = try Scene(
            [
                Open("/rent/list") { _ in Page("list") {} }.route,
                Fallback("/rent") { request in Page("rent fallback \(request.parameters["rest"] ?? "?")") {} }.route,
                Fallback("/rent/deep/") { request -> Response in
                    request.url.segments.last == "decline"
                        ? .declined : .page(Page("deep fallback \(request.parameters["rest"] ?? "?")") {})
                }.route,
            ], resolvers: [Table()])
        try scene.register(
            [
                Fallback("/picky") { request -> Response in
                    request.url.segments.last == "take" ? .page(Page("picky") {}) : .declined
                }.route
            ], owner: "Picky")
        return scene
    }

    @Test(arguments: rows) func `a URL without a route is answered by its module's fallback, then by a remote`(
        _ row: (url: String, title: String?, availability: Availability)
    ) async throws {
        let scene = try Self.scene()
        do {
            _ = try await scene.mediator.open(RouteURL(row.url), origin: .external)
            #expect(scene.navigator.page?.title == row.title)
        } catch {
            guard case .noRoute = error.reason else { throw error }
            #expect(row.title == nil)
        }
        #expect(try scene.mediator.availability(of: RouteURL(row.url), origin: .external) == row.availability)
    }

    @Test func `a call does not use a fallback, because a fallback answers with pages`() async throws {
        let scene = try Self.scene()
        guard case .noRoute = await scene.failure(of: "app://rent/x")?.reason else {
            Issue.record("called")
            return
        }
    }

    @Test func `a fallback is removed with its module`() async throws {
        let scene = try Self.scene()
        scene.mediator.unregister(owner: "Picky")
        await #expect(throws: RequestError.self) {
            try await scene.mediator.open("app://picky/take", origin: .shell)
        }
    }
}
