@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The most specific pattern` {
    static let rows: [(url: String, answer: String)] = [
        ("app://rent/list", "/rent/list"),
        ("app://rent/42", "/rent/:id id=42"),
        ("/rent/42", "/rent/:id id=42"),
        ("other://rent/42/", "/rent/:id id=42"),
        ("app://rent/list/photo", "/rent/:id/photo id=list"),
        ("app://rent/42/photo", "/rent/:id/photo id=42"),
        ("app://rent/42/floor/plan", "/rent/*path path=42/floor/plan"),
        ("app://rent/list/floor", "/rent/*path path=list/floor"),
        ("app://rent/a%2Fb", "/rent/:id id=a/b"),
        ("app://rent/42?id=7&max=900", "/rent/:id id=42 id=7 max=900"),
        ("special://rent/42", "special://rent/:number number=42"),
        ("special://rent/list", "special://rent/:number number=list"),
        ("https://m.example.com/rent/1", "https://m.example.com/rent/:id id=1"),
        ("https://M.EXAMPLE.com/rent/1", "https://m.example.com/rent/:id id=1"),
        ("app://", "/"),
    ]

    @Test(arguments: rows) func `the most specific pattern answers in any order of registration`(
        _ row: (url: String, answer: String)
    ) async throws {
        let patterns = [
            "/rent/*path", "/rent/:id", "/rent/:id/photo", "/rent/list", "/", "special://rent/:number",
            "https://m.example.com/rent/:id",
        ]
        for order in [patterns, patterns.reversed()] {
            let board = try Board()
            try board.mediator.register(order.map(Board.echo), owner: "Rent")
            #expect(try await board.call(row.url) == row.answer)
        }
    }

    @Test(arguments: [
        ("1e308", true), ("-1.5e-3", true), (".5", true), ("1e999", false), ("-1e309", false),
        ("1.", true), ("+1E+5", true), (".", false), ("1e", false), ("--1", false), ("1_0", false), ("%201", false),
        ("0x1p3", false), ("inf", false), ("nan", false), ("nan(1)", false), ("1%FF", false), ("٣", false),
        (String(repeating: "9", count: 308), true), (String(repeating: "9", count: 310), false),
    ]) func `a double in a pattern is a finite decimal number`(_ text: String, _ isDouble: Bool) throws {
        let pattern = try RoutePattern("/:d<double>")
        let found = pattern.parameters(of: RouteURL("/\(text)"))
        #expect((found != nil) == isDouble)
        #expect((try? found?.value("d", as: Double.self)) != nil || !isDouble)
    }

    @Test func `the most specific parameter answers, in tables of any size and order`() throws {
        let patterns = [
            "/v:p<uint>", "/v:p<int>", "/v:p<double>", "/v:p<slug>", "/:p<slug>", "/v:p", "/:p", "/*p",
        ]
        let url = RouteURL("/v1")
        for first in patterns.indices {
            for last in patterns.indices where first < last {
                for order in [Array(patterns[first...last]), patterns[first...last].reversed()] {
                    let index = PatternIndex(try order.map { IndexedPattern(try RoutePattern($0)) })
                    let found = index.match(url).map { order[$0.number] }
                    #expect(found == patterns[first], "\(order)")
                    #expect(index.matches(url).first.map { order[$0.number] } == patterns[first], "\(order)")
                }
            }
        }
    }

    @Test(arguments: [
        "app://rent", "app://Rent/list", "https://m.example.com/rent/list", "https://other.com/rent/1",
        "http://m.example.com/rent/1",
    ]) func `a URL that no pattern matches is reported as noRoute`(_ url: String) async throws {
        let board = try Board("/rent/list", "https://m.example.com/rent/x/:id")
        await #expect {
            try await board.call(url)
        } throws: { error in
            if case .noRoute(url, _, _) = (error as? RequestError)?.reason { true } else { false }
        }
    }

    @Test func `matching continues with the next branch if the first branch does not match`() async throws {
        let board = try Board("/a/b/c", "/a/:x/d", "/:y/b/e", "/*rest")
        #expect(try await board.call("/a/b/c") == "/a/b/c")
        #expect(try await board.call("/a/b/d") == "/a/:x/d x=b")
        #expect(try await board.call("/a/b/e") == "/:y/b/e y=a")
        #expect(try await board.call("/a/b/f") == "/*rest rest=a/b/f")
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A path of any length` {
    private static func index() throws -> PatternIndex {
        let patterns = [
            "/:first/:second", "/long/literal/of/more/than/sixty-four/bytes/that/is/spelled/out/to/its/end/100%25",
        ]
        return PatternIndex(try patterns.map { IndexedPattern(try RoutePattern($0)) })
    }

    /// Spellings of the slash between two segments.
    @Test(arguments: ["/", "//", "/./", "/x/../"]) func `a path is split at a slash in any position`(_ slash: String)
        throws
    {
        let index = try Self.index()
        for length in [7, 63, 64, 65, 127, 128, 129, 200] {
            for place in 1..<length {
                let (first, second) = (
                    String(repeating: "a", count: place), String(repeating: "b", count: length - place)
                )
                for end in ["", "/", "?c=d/e"] {
                    let match = index.match(try RouteURL(parsing: "/\(first)\(slash)\(second)\(end)"))
                    #expect(match?.values == [first, second])
                    let named = index.match(try RouteURL(parsing: "app://\(first)\(slash)\(second)\(end)"))
                    #expect(named?.values == [first, second])
                }
            }
        }
    }

    @Test func `an escape at any position of a path is decoded`() throws {
        let index = try Self.index()
        for place in 1..<150 {
            let text = String(repeating: "a", count: place)
            #expect(index.match(try RouteURL(parsing: "/\(text)%2F\(text)/b"))?.values == ["\(text)/\(text)", "b"])
        }
    }

    /// URLs, and whether the long pattern matches them.
    static let spelled: [(url: String, isSpelled: Bool)] = [
        ("/long/literal/of/more/than/sixty-four/bytes/that/is/spelled/out/to/its/end/100%25", true),
        ("app://long/literal/of/more/than/sixty-four/bytes/that/is/spelled/out/to/its/end/100%25/", true),
        ("/long/literal/of/more/than/sixty-four/bytes/that/is/spelled/out/to/its/end/100%2525", false),
        ("/long/literal/of/more/than/sixty-four/bytes/that/is/spelled/out/to/its/end/100%30", false),
        (
            "https://m.example.com/long/literal/of/more/than/sixty-four/bytes/that/is/spelled/out/to/its/end/100%25",
            false
        ),
    ]

    @Test(arguments: spelled) func `a decoded path matches a long literal pattern`(
        _ row: (url: String, isSpelled: Bool)
    )
        throws
    {
        #expect((try Self.index().match(try RouteURL(parsing: row.url))?.number == 1) == row.isSpelled)
    }

    @Test func `a path with more than 64 segments is matched`() throws {
        let index = PatternIndex([IndexedPattern(try RoutePattern("/*rest"))])
        for count in [63, 64, 65, 66, 1000] {
            let path = Array(repeating: "a", count: count).joined(separator: "/")
            #expect(index.match(try RouteURL(parsing: "/" + path))?.values == [path])
        }
    }
}
