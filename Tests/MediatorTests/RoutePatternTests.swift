import ModuleKit
import Testing

@Suite struct `A pattern is read` {
    static let names: [(String, [String])] = [
        ("/", []),
        ("/rent/list", []),
        ("/rent/:id", ["id"]),
        ("app://rent/:id/photo/:number", ["id", "number"]),
        ("https://m.example.com/:id", ["id"]),
        ("/docs/*path", ["path"]),
        ("/a%3Ab/:x", ["x"]),
    ]

    @Test(arguments: names) func `with the names of its parameters`(_ text: String, _ names: [String]) throws {
        let pattern = try RoutePattern(text)
        #expect(pattern.parameterNames == names)
        #expect(pattern.text == text)
    }

    static let refused: [(String, RoutePatternError)] = [
        ("", .empty),
        ("rent/list", .noLeadingSlash(text: "rent/list")),
        ("rent:list", .noLeadingSlash(text: "rent:list")),
        ("/rent/:", .emptyName(column: 7)),
        ("/rent/*", .emptyName(column: 7)),
        ("/rent/:a-b", .invalidName(name: "a-b", column: 8)),
        ("/:id/:id", .duplicateName(name: "id", column: 6)),
        ("/*path/more", .wildcardNotLast(name: "path", column: 2)),
        ("/a/*rest/:b", .wildcardNotLast(name: "rest", column: 4)),
        ("/a(/b)", .reserved(character: "(", column: 3)),
        ("/a?b", .reserved(character: "?", column: 3)),
        ("/%zz", .invalidLiteral(column: 2, reason: .malformedEscape(column: 2))),
        ("/a\u{7}", .invalidLiteral(column: 3, reason: .control(column: 3, byte: 7))),
        ("https://", .invalidLiteral(column: 8, reason: .noHost(text: "https://"))),
    ]

    @Test(arguments: refused) func `or refused with the column of the fault`(
        _ text: String, _ error: RoutePatternError
    ) {
        #expect(throws: error) { try RoutePattern(text) }
        #expect(!"\(error)".isEmpty)
    }

    @Test func `up to 8 KiB and no further`() {
        let text = "/" + String(repeating: "a", count: RoutePattern.maximumLength)
        #expect(throws: RoutePatternError.tooLong(bytes: RoutePattern.maximumLength + 1)) { try RoutePattern(text) }
    }
}
