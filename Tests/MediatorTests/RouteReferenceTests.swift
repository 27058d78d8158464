import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A reference to a route` {
    static let rows: [(reference: RouteReference, url: String)] = [
        (RouteReference("/rent"), "app://rent"),
        (RouteReference("/rent/:id<int>", ["id": 42]), "app://rent/42"),
        (RouteReference("/rent/:id", ["id": "a/b c%é"]), "app://rent/a%2Fb%20c%25%C3%A9"),
        (RouteReference("https://m.example.com/:a", ["a": 1]), "https://m.example.com/1"),
        (RouteReference("/a/*rest", ["rest": "x/y z"]), "app://a/x/y%20z"),
        (RouteReference("/a/*rest?", ["rest": nil as String?]), "app://a"),
        (RouteReference("/a(/:b)(/c/:d)", ["b": nil as Int?, "d": true]), "app://a/c/true"),
        (
            RouteReference("/a", ["b": 1, "c": "d e"], query: ["f": "&=", "g": nil as Int?]),
            "app://a?f=%26%3D&b=1&c=d%20e"
        ),
        (RouteReference("/a/:b", ["b": 1], query: ["b": 2]), "app://a/1"),
    ]

    @Test(arguments: rows) func `a reference to a route has a URL`(_ row: (reference: RouteReference, url: String))
        throws
    {
        #expect(try row.reference.url == row.url)
        #expect(try Link("Title", to: row.reference) == Link("Title", to: row.url))
    }

    static let faults: [(reference: RouteReference, error: URLGenerationError)] = [
        (RouteReference("/rent/:id"), .missing(name: "id", pattern: "/rent/:id")),
        (RouteReference("/rent/:id", ["id": ""]), .unrepresentable(name: "id", value: "")),
        (RouteReference("/rent/:id", ["id": ".."]), .unrepresentable(name: "id", value: "..")),
        (RouteReference("/:d<double>", ["d": Double.nan]), .mistyped(name: "d", value: "nan", expected: "double")),
        (
            RouteReference("rent"),
            .invalidPattern("rent", reason: .noLeadingSlash(text: "rent"))
        ),
        (RouteReference("/x", query: ["a": String(repeating: "a", count: 9_000)]), .tooLong(bytes: 9_010)),
    ]

    @Test(arguments: faults) func `a reference to a route tells its fault`(
        _ row: (reference: RouteReference, error: URLGenerationError)
    ) async throws {
        #expect(throws: row.error) { try row.reference.url }
        #expect(throws: row.error) { try Link("Title", to: row.reference) }
        #expect("\(row.error)".contains(";"))
    }
}
