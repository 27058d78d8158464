import Testing

@testable @_spi(Host) import Mediator
@_spi(Host) import ModuleTesting

@Suite(.timeLimit(.minutes(2))) struct `A URL without a route` {
    private static func table() throws -> Switchboard {
        let mediator = Switchboard(navigator: RecordingNavigator())
        @RoutesBuilder var routes: [Route] {
            Open("/home/list") { _ in Response.done }
            Open("/home/left") { _ in Response.done }
            Open("/home/list/of/all") { _ in Response.done }
            Open("/:place/list") { _ in Response.done }
            Open("/account/centre") { _ in Response.done }
            Open("/rent/:id") { _ in Response.done }
            Open("special://inbox") { _ in Response.done }
            Open("/home/last", access: .modules) { _ in Response.done }
            Open("/home/lsts", access: .internal) { _ in Response.done }
            Call("/home/lost", access: .public) { _ in 1 }
            Call("/home/lest", access: .modules) { _ in 1 }
            Call("/home/lists", access: .internal) { _ in 1 }
        }
        try mediator.register(routes, owner: "Homes")
        return mediator
    }

    /// The verb, the URL and the caller, and the complete list of the nearest routes.
    static let rows: [(verb: Request.Verb, url: String, origin: Origin, near: [String])] = [
        // The search is not done for an external caller.
        (.open, "app://home/lst", .external, []),
        (.open, "app://home/lst", .shell, ["app://home/last", "app://home/list", "app://:place/list"]),
        (.open, "app://home/lst", .module("Other"), ["app://home/last", "app://home/list", "app://:place/list"]),
        (.open, "app://home/lst", .module("Homes"), ["app://home/last", "app://home/list", "app://home/lsts"]),
        (.call, "app://home/lst", .external, []),
        (.call, "app://home/lst", .shell, ["app://home/lest", "app://home/lost"]),
        (.call, "app://home/lst", .module("Homes"), ["app://home/lest", "app://home/lost", "app://home/lists"]),
        (
            .open, "other://home/left/1", .shell,
            ["other://home/left", "other://home/last", "other://home/list"]
        ),
        (.open, "/home/left/1", .shell, ["/home/left", "/home/last", "/home/list"]),
        (.open, "app://inbox", .shell, ["special://inbox"]),
        (.open, "app://rnet/42", .shell, ["app://rent/:id"]),
        // A route that has little in common with the URL is not named.
        (.open, "app://nobody", .shell, []),
        (.open, "app://weather/paris/today", .shell, []),
        (.open, "app://hom", .shell, ["app://home/last", "app://home/left", "app://home/list"]),
        (.open, "app://", .shell, []),
    ]

    @Test(arguments: rows) func `noRoute names the nearest routes that the caller may use, the best first`(
        _ row: (verb: Request.Verb, url: String, origin: Origin, near: [String])
    ) async throws {
        let mediator = try Self.table()
        let error = await #expect(throws: RequestError.self) {
            switch row.verb {
            case .open: _ = try await mediator.open(RouteURL(row.url), origin: row.origin)
            default: _ = try await mediator.call(RouteURL(row.url), origin: row.origin)
            }
        }
        guard case .noRoute(row.url, nil, []) = error?.reason, let error,
            case .noRoute(row.url, nil, let near) = mediator.advised(error, for: row.verb, origin: row.origin).reason
        else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(near == row.near)
    }

    @Test(arguments: [
        ("app://home/left", true, true), ("app://home/left", false, false), ("app://home/lst", false, true),
    ])
    func `an explanation names near routes if no route matches, or on demand`(
        _ url: String, _ near: Bool, _ namesSome: Bool
    ) throws {
        let explanation = try Self.table().explain(RouteURL(url), near: near)
        #expect(explanation.routes.near.isEmpty != namesSome)
    }

    @Test func `a suggested pattern with a question mark is quoted in the message`() throws {
        let error = RequestError(.noRoute(url: "app://dosc", asked: nil, near: ["app://docs", "app://docs/*path?"]))
        #expect("\(error)" == "no route for app://dosc; did you mean app://docs, `app://docs/*path?`?")
    }

    @Test func `noRoute of a nested request names the nearest routes, except for an external caller`() async throws {
        let mediator = try Self.table()
        let asks = Open("/asks") { _ in
            _ = try await mediator.open("app://home/lst", origin: .module("Asker"))
            return Response.done
        }
        try mediator.register(asks.routes, owner: "Asker")
        let error = try #require(
            await #expect(throws: RequestError.self) { try await mediator.open("app://asks", origin: .shell) })
        #expect("\(error)".contains("list the routes with `routes`"))
        #expect("\(mediator.advised(error, for: .open, origin: .shell))".contains("did you mean app://home/"))
        #expect("\(mediator.advised(error, for: .open, origin: .external))" == "\(error)")
    }

    @Test(arguments: ["app://home/lst", "app://" + String(repeating: "long/", count: 1_000)])
    func `the search for the nearest routes compares a limited number of patterns, even of a million`(_ text: String)
        throws
    {
        let pattern = try RoutePattern("/home/list")
        var taken = 0
        var nearest = NearestPatterns(to: try RouteURL(parsing: text))
        nearest.add(
            (0..<1_000_000).lazy.map { _ in
                taken += 1
                return pattern
            })
        #expect(taken < 20_000)
        #expect(nearest.work < 21_000_000)
    }
}
