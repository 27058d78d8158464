@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The text of a pattern` {
    static let names: [(String, [String])] = [
        ("/", []),
        ("/rent/list", []),
        ("/rent/:id", ["id"]),
        ("app://rent/:id/photo/:number", ["id", "number"]),
        ("https://m.example.com/:id", ["id"]),
        ("/docs/*path", ["path"]),
        ("/a%3Ab/:x", ["x"]),
        ("/the(/foo/:a)(/bar/:b(/:c))", ["a", "b", "c"]),
        ("/file/:name.json", ["name"]),
        ("/@:user", ["user"]),
        ("/:id<int>/:kind<one(a,b,%2C)>", ["id", "kind"]),
        ("/docs/*path?", ["path"]),
        ("/docs(/*path)", ["path"]),
        ("(/a)/b", []),
        ("http://localhost:8080/:id", ["id"]),
        ("/名/:名字", ["名字"]),
    ]

    @Test(arguments: names) func `a pattern is read with the names of its parameters`(_ text: String, _ names: [String])
        throws
    {
        let pattern = try RoutePattern(text)
        #expect(pattern.parameterNames == names)
        #expect(pattern.text == text)
    }

    static let refused: [(String, RoutePatternError)] = [
        ("/a(/b)(/c)(/d)(/e)(/f)(/g)(/h)", .tooManyForms(column: 3)),
        ("", .empty),
        ("rent/list", .noLeadingSlash(text: "rent/list")),
        ("rent:list", .noLeadingSlash(text: "rent:list")),
        ("1a://x", .invalidScheme("1a")),
        ("/rent/:", .emptyName(column: 7)),
        ("/rent/*", .emptyName(column: 7)),
        ("/rent/:-", .emptyName(column: 7)),
        ("/:a-:b", .twoParameters(column: 5)),
        ("/:id/:id", .duplicateName(name: "id", column: 6)),
        ("/:id(/:id)", .duplicateName(name: "id", column: 7)),
        ("/*path/more", .wildcardNotLast(name: "path", column: 2)),
        ("/a/*rest/:b", .wildcardNotLast(name: "rest", column: 4)),
        ("/a(/*rest)/b", .wildcardNotLast(name: "rest", column: 5)),
        ("/a/*rest.txt", .wildcardNotLast(name: "rest", column: 4)),
        (
            "/:x<number>",
            .unknownType(
                name: "number", column: 5, known: ["int", "uint", "double", "bool", "uuid", "slug"])
        ),
        ("/:x<int", .invalidType(text: "<int", column: 4)),
        ("/:x<one()>", .invalidType(text: "one()", column: 4)),
        ("/:x<one(a,)>", .invalidType(text: "one(a,)", column: 4)),
        ("/a(/b", .unbalancedGroup(column: 3)),
        ("/a/b)", .unbalancedGroup(column: 5)),
        ("/a(b)", .partialSegment(column: 3)),
        ("/a()", .partialSegment(column: 3)),
        ("/a(/)", .partialSegment(column: 3)),
        ("/a(/b)c", .partialSegment(column: 3)),
        ("/a?b", .reserved(character: "?", column: 3)),
        ("/a<b", .reserved(character: "<", column: 3)),
        ("/a/..", .reserved(character: "..", column: 4)),
        ("/%zz", .invalidLiteral(column: 2, reason: .malformedEscape(column: 2))),
        ("/a\u{7}", .invalidLiteral(column: 3, reason: .control(column: 3, byte: 7))),
        ("https://", .invalidLiteral(column: 9, reason: .noHost(text: "https://"))),
        ("https://:443/a", .invalidLiteral(column: 9, reason: .noHost(text: "https://:443/a"))),
        ("https://u@h/a", .invalidLiteral(column: 9, reason: .userInformation(column: 9))),
    ]

    /// Forms of other routers, and the form that the error suggests.
    static let foreign: [(pattern: String, column: Int, instead: String)] = [
        ("/user/:id?", 7, "(/:id), with the slash in the group"),
        ("/a(/:id?)", 5, "(/:id), with the slash in the group"),
        ("/user/<int:id>", 7, ":id<int>"), ("/user/<id>", 7, ":id"), ("/docs/<path:rest>", 7, "*rest"),
        (#"/user/:id(\d+)"#, 7, ":id<int>"), ("/user/:id(a|b)", 7, ":id<one(a,b)>, or a type of the module"),
        ("/report(.:format)", 2, "two patterns, one of which ends with .:format instead of the group"),
        ("/report/:id(.:format)", 9, "two patterns, one of which ends with .:format instead of the group"),
        ("/read/:chapters+", 7, "*chapters"), ("/read/:chapters*", 7, "*chapters?"),
        ("/user/{id}", 7, ":id"), ("/user/{id:int}/x", 7, ":id<int>"), ("/user/{id?}", 7, "(/:id)"),
        ("/docs/{*path}", 7, "*path"), ("/user/[id]", 7, ":id"), ("/docs/[...slug]", 7, "*slug"),
        ("/docs/[[...slug]]", 7, "*slug?"),
    ]

    @Test(arguments: foreign) func `a form of another router is refused with the form to write`(
        _ row: (pattern: String, column: Int, instead: String)
    ) throws {
        let error = #expect(throws: RoutePatternError.self) { try RoutePattern(row.pattern) }
        guard case .foreignForm(_, row.column, row.instead)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect("\(try #require(error))".hasSuffix("write \(row.instead)"))
    }

    /// Patterns that look like the forms of other routers.
    @Test(arguments: [
        "/a(/:id)", "/:a(/*rest)", "/:a(/:b(/:c))", "/c++", "/a%7Bid%7D", "/:id%2B", "/v:major<uint>+", "/:x<one(a,b)>",
        "/:user-id", "/the(/foo/:a)(/bar/:b)", "/*path?",
    ])
    func `a valid pattern is not refused as a form of another router`(_ pattern: String) {
        #expect(throws: Never.self) { try RoutePattern(pattern) }
    }

    @Test func `an explanation describes a parameter that is followed by a hyphen`() throws {
        let board = try Board("/user/:user-id")
        let reason = try board.mediator.explain("/user/7").routes.near.first?.reason
        #expect(reason == "segment 2 is \"7\", expected :user-id, the parameter user before the text -id")
    }

    @Test(arguments: refused) func `a pattern that cannot be read is refused with the column of the fault`(
        _ text: String, _ error: RoutePatternError
    ) {
        #expect(throws: error) { try RoutePattern(text) }
        #expect(!"\(error)".isEmpty)
    }

    @Test func `a pattern that is longer than 8 KiB is refused`() {
        let text = "/" + String(repeating: "a", count: RoutePattern.maximumLength)
        #expect(throws: RoutePatternError.tooLong(bytes: RoutePattern.maximumLength + 1)) { try RoutePattern(text) }
    }

    @Test func `a pattern with groups that are nested too deep is refused`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(/a", count: depth) + String(repeating: ")", count: depth)
        }
        #expect(try RoutePattern(nested(RoutePattern.maximumDepth)).parameterNames.isEmpty)
        #expect(throws: RoutePatternError.self) { try RoutePattern(nested(RoutePattern.maximumDepth + 1)) }
    }
}
