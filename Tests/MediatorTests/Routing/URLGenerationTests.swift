@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A pattern and parameters` {
    struct Row: CustomTestStringConvertible {
        let pattern: String
        var parameters: [(String, String)] = []
        var scheme: String? = "app"
        let url: String
        var testDescription: String { "\(pattern) \(url)" }
    }

    static let rows = [
        Row(pattern: "/", url: "app://"),
        Row(pattern: "/", scheme: nil, url: "/"),
        Row(pattern: "/rent/list", url: "app://rent/list"),
        Row(pattern: "//rent//list/", url: "app://rent/list"),
        Row(pattern: "/rent/:id", parameters: [("id", "42")], url: "app://rent/42"),
        Row(pattern: "/rent/:id", parameters: [("id", "42")], scheme: nil, url: "/rent/42"),
        Row(pattern: "web://rent/:id", parameters: [("id", "42")], scheme: nil, url: "web://rent/42"),
        Row(pattern: "https://M.Example.com/:id", parameters: [("id", "4")], url: "https://m.example.com/4"),
        Row(pattern: "/rent/:id", parameters: [("id", "a/b c?#%")], url: "app://rent/a%2Fb%20c%3F%23%25"),
        Row(pattern: "/rent/:id", parameters: [("id", "a+b:c@d")], url: "app://rent/a+b:c@d"),
        Row(pattern: "/rent/:id", parameters: [("id", "北\u{1}")], url: "app://rent/%E5%8C%97%01"),
        Row(pattern: "/a%2Fb/%3A/:id", parameters: [("id", "1")], url: "app://a%2Fb/:/1"),
        Row(pattern: "/v:number<int>.json", parameters: [("number", "-7")], url: "app://v-7.json"),
        // A group is left out if none of its parameters is given.
        Row(pattern: "/the(/foo/:a)(/bar/:b)", url: "app://the"),
        Row(pattern: "/the(/foo/:a)(/bar/:b)", parameters: [("a", "1")], url: "app://the/foo/1"),
        Row(pattern: "/the(/foo/:a)(/bar/:b)", parameters: [("b", "2")], url: "app://the/bar/2"),
        Row(pattern: "/the(/foo/:a)(/bar/:b)", parameters: [("b", "2"), ("a", "1")], url: "app://the/foo/1/bar/2"),
        Row(pattern: "/the(/:a(/:b))", parameters: [("a", "1")], url: "app://the/1"),
        Row(pattern: "/the(/:a(/:b))", parameters: [("a", "1"), ("b", "2")], url: "app://the/1/2"),
        Row(pattern: "/the(/new)/:a", parameters: [("a", "1")], url: "app://the/1"),
        // A wildcard keeps its slashes.
        Row(pattern: "/docs/*path", parameters: [("path", "a/b c/d")], url: "app://docs/a/b%20c/d"),
        Row(pattern: "/docs/*path?", parameters: [("path", "")], url: "app://docs"),
        Row(pattern: "/docs/*path?", url: "app://docs"),
        Row(pattern: "/docs(/*path)", url: "app://docs"),
        Row(pattern: "/docs(/*path)", parameters: [("path", "a/b")], url: "app://docs/a/b"),
        // Parameters that the pattern does not name go into the query, in order.
        Row(pattern: "/a", parameters: [("x", "1"), ("y", ""), ("x", "2")], url: "app://a?x=1&y=&x=2"),
        Row(pattern: "/a", parameters: [("a&b", "c=d+e f#")], url: "app://a?a%26b=c%3Dd%2Be%20f%23"),
        Row(pattern: "/:a", parameters: [("b", "2"), ("a", "1"), ("c", "/?:@")], url: "app://1?b=2&c=/?:@"),
        Row(pattern: "/:a", parameters: [("a", "1"), ("a", "2")], url: "app://2"),
        Row(pattern: "/", parameters: [("a", "1")], scheme: nil, url: "/?a=1"),
    ]

    @Test(arguments: rows) func `a pattern and parameters give the URL`(_ row: Row) throws {
        let parameters = row.parameters.map { QueryItem(name: $0, value: $1) }
        #expect(try RoutePattern(row.pattern).url(parameters, scheme: row.scheme) == row.url)
    }

    static let refused: [(pattern: String, parameters: [String: String], error: String)] = [
        ("/rent/:id", [:], #"/rent/:id needs the parameter "id"; give it a value"#),
        ("/rent/:id", ["ID": "1"], #"/rent/:id needs the parameter "id"; give it a value"#),
        ("/docs/*path", [:], #"/docs/*path needs the parameter "path"; give it a value"#),
        ("/the(/:a(/:b))", ["b": "2"], #"/the(/:a(/:b)) needs the parameter "a"; give it a value"#),
        ("/rent/:id<int>", ["id": "x"], #""x" is not of the type int of the parameter "id""#),
        ("/rent/v:id<uint>", ["id": "-1"], #""-1" is not of the type uint of the parameter "id""#),
        ("/:x<one(a,b)>", ["x": "c"], #""c" is not of the type one(a,b) of the parameter "x""#),
        ("/:x<uuid>", ["x": "1"], #""1" is not of the type uuid of the parameter "x""#),
        ("/rent/:id", ["id": ""], "\"\" cannot be the parameter \"id\" of a URL"),
        ("/rent/:id", ["id": "."], "\".\" cannot be the parameter \"id\" of a URL"),
        ("/rent/:id", ["id": ".."], "\"..\" cannot be the parameter \"id\" of a URL"),
        ("/rent/.:id", ["id": "."], "\".\" cannot be the parameter \"id\" of a URL"),
        ("/rent/v:id", ["id": ""], "\"\" cannot be the parameter \"id\" of a URL"),
        ("/rent/:id", ["id": "a\u{0}"], "\"a\u{0}\" cannot be the parameter \"id\" of a URL"),
        ("/docs/*path", ["path": ""], "\"\" cannot be the parameter \"path\" of a URL"),
        ("/docs(/*path)", ["path": ""], "\"\" cannot be the parameter \"path\" of a URL"),
        ("/docs/*path?", ["path": "a//b"], "\"a//b\" cannot be the parameter \"path\" of a URL"),
        ("/docs/*path", ["path": "/a"], "\"/a\" cannot be the parameter \"path\" of a URL"),
        ("/docs/*path", ["path": "a/../b"], "\"a/../b\" cannot be the parameter \"path\" of a URL"),
        ("/docs/*path", ["path": "a/\u{0}"], "\"a/\u{0}\" cannot be the parameter \"path\" of a URL"),
    ]

    @Test(arguments: refused) func `a parameter that cannot be in the URL is refused, and the error names it`(
        _ row: (pattern: String, parameters: [String: String], error: String)
    ) {
        let parameters = row.parameters.map { QueryItem(name: $0, value: $1) }
        let error = #expect(throws: URLGenerationError.self) { try RoutePattern(row.pattern).url(parameters) }
        #expect(error?.description.hasPrefix(row.error) == true, "\(String(describing: error))")
    }

    @Test func `a generated URL of 8 KiB is allowed, and a longer URL is refused`() throws {
        let pattern = try RoutePattern("/:id")
        let room = RouteURL.maximumLength - "app://".utf8.count
        let longest = QueryItem(name: "id", value: String(repeating: "a", count: room))
        #expect(try pattern.url([longest]).utf8.count == RouteURL.maximumLength)
        let longer = QueryItem(name: "id", value: longest.value + "a")
        let error = #expect(throws: URLGenerationError.self) { try pattern.url([longer]) }
        #expect(error?.description.hasPrefix("the URL would have \(RouteURL.maximumLength + 1) bytes") == true)
    }
}
