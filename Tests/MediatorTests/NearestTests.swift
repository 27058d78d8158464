@_spi(Host) import ModuleKit
import Testing

@Suite struct `A URL without a route` {
    private static func table() throws -> Switchboard {
        let mediator = Switchboard(navigator: RecordingNavigator())
        @RoutesBuilder var routes: [Route] {
            Open("/home/list") { Response.done }
            Open("/home/left") { Response.done }
            Open("/home/list/of/all") { Response.done }
            Open("/:place/list") { Response.done }
            Open("/account/center") { Response.done }
            Open("special://inbox") { Response.done }
            Open("/home/last", access: .modules) { Response.done }
            Open("/home/lsts", access: .internal) { Response.done }
            Call("/home/lost", access: .public) { 1 }
            Call("/home/lest", access: .modules) { 1 }
            Call("/home/lists", access: .internal) { 1 }
        }
        try mediator.register(routes, owner: "Homes")
        return mediator
    }

    /// What is asked, by whom, and the whole list of routes that are named.
    static let rows: [(verb: Verb, url: String, origin: Origin, near: [String])] = [
        (.open, "app://home/lst", .external, ["app://home/list", "app://:place/list", "app://home/left"]),
        (.open, "app://home/lst", .shell, ["app://home/last", "app://home/list", "app://:place/list"]),
        (.open, "app://home/lst", .module("Other"), ["app://home/last", "app://home/list", "app://:place/list"]),
        (.open, "app://home/lst", .module("Homes"), ["app://home/last", "app://home/list", "app://home/lsts"]),
        (.call, "app://home/lst", .external, ["app://home/lost"]),
        (.call, "app://home/lst", .shell, ["app://home/lest", "app://home/lost"]),
        (.call, "app://home/lst", .module("Homes"), ["app://home/lest", "app://home/lost", "app://home/lists"]),
        (
            .open, "other://home/left/1", .external,
            ["other://home/left", "other://home/list", "other://home/list/of/all"]
        ),
        (.open, "/home/left/1", .external, ["/home/left", "/home/list", "/home/list/of/all"]),
        (.open, "app://inbox", .external, ["special://inbox"]),
        // What has little in common is not named.
        (.open, "app://nobody", .shell, []),
        (.open, "app://weather/paris/today", .shell, []),
        (.open, "app://hom", .shell, ["app://home/last", "app://home/left", "app://home/list"]),
        (.open, "app://", .shell, []),
    ]

    @Test(arguments: rows) func `is told the nearest that the caller may ask, best first`(
        _ row: (verb: Verb, url: String, origin: Origin, near: [String])
    ) async throws {
        let mediator = try Self.table()
        let error = await #expect(throws: RequestError.self) {
            switch row.verb {
            case .open: _ = try await mediator.open(row.url, origin: row.origin)
            default: _ = try await mediator.call(row.url, origin: row.origin)
            }
        }
        guard case .noRoute(row.url, nil, let near) = error else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(near == row.near)
    }
}
