import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A URL that matches a pattern` {
    static let rows: [(url: RouteURL, text: String)] = [
        (RouteURL(matching: "/rent"), "app://rent"),
        (RouteURL(matching: "/rent/:id<int>", ["id": 42]), "app://rent/42"),
        (RouteURL(matching: "/rent/:id", ["id": "a/b c%é"]), "app://rent/a%2Fb%20c%25%C3%A9"),
        (RouteURL(matching: "https://m.example.com/:a", ["a": 1]), "https://m.example.com/1"),
        (RouteURL(matching: "/a/*rest", ["rest": "x/y z"]), "app://a/x/y%20z"),
        (RouteURL(matching: "/a/*rest?", ["rest": nil as String?]), "app://a"),
        (RouteURL(matching: "/a(/:b)(/c/:d)", ["b": nil as Int?, "d": true]), "app://a/c/true"),
        (
            RouteURL(matching: "/a", ["b": 1, "c": "d e"], query: ["f": "&=", "g": nil as Int?]),
            "app://a?f=%26%3D&b=1&c=d%20e"
        ),
        (RouteURL(matching: "/a/:b", ["b": 1], query: ["b": 2]), "app://a/1"),
        (RouteURL(matching: "/a", ["link": "app://b?c=1&d" as RouteURL]), "app://a?link=app://b?c%3D1%26d"),
    ]

    @Test(arguments: rows) func `a URL is created from a pattern and values`(_ row: (url: RouteURL, text: String)) {
        #expect(row.url.fault == nil)
        #expect(row.url.text == row.text)
    }

    static let faults: [(url: RouteURL, fault: RouteURLError)] = [
        (RouteURL(matching: "/rent/:id"), .unwritable(column: 10, value: ":id")),
        (RouteURL(matching: "/rent/:id", ["id": ""]), .unwritable(column: 10, value: "")),
        (RouteURL(matching: "/rent/:id", ["id": ".."]), .unwritable(column: 10, value: "..")),
        (RouteURL(matching: "/:d<double>", ["d": Double.nan]), .unwritable(column: 12, value: "nan")),
        (RouteURL(matching: "/:", [:]), .unwritable(column: 3, value: "/:")),
        (RouteURL(matching: "/x", query: ["a": String(repeating: "a", count: 9_000)]), .tooLong(bytes: 9_010)),
    ]

    @Test(arguments: faults) func `a URL with a value that its pattern refuses is invalid, and names the value`(
        _ row: (url: RouteURL, fault: RouteURLError)
    ) {
        #expect(row.url.fault == row.fault)
        #expect("\(row.fault)".contains(";"))
    }
}
