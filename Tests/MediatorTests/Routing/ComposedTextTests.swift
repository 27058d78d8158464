@_spi(Host) import ModuleTesting
import Testing

/// One text in both spellings: `é` as one character, and as `e` with a combining accent.
@Suite(.timeLimit(.minutes(2))) struct `Text with an accent` {
    static let spellings = ["\u{E9}", "e\u{301}", "%C3%A9", "e%CC%81", "%65%CC%81"]

    /// generaltranslation/gt#2265
    @Test(arguments: spellings, spellings.filter { !$0.contains("%") })
    func `an accent in any spelling matches in patterns and URLs`(_ typed: String, _ declared: String) async throws {
        let board = try Board(
            "/caf\(declared)", "/\(declared):x/b", "/one/:x<one(\(declared))>", "/*rest", "https://h\(declared)/a")
        #expect(try await board.call("/caf" + typed) == "/caf\u{E9}")
        #expect(try await board.call("/\(typed)7/b") == "/\u{E9}:x/b x=7")
        #expect(try await board.call("/one/" + typed) == "/one/:x<one(\u{E9})> x=\u{E9}")
        #expect(try await board.call("https://h\(typed)/a") == "https://h\u{E9}/a")
        let rest = try await board.call("/\(typed)/x?\(typed)=a\(typed)&y=\u{338}")
        #expect(Array(rest.utf8) == Array("/*rest rest=\u{E9}/x \u{E9}=a\u{E9} y=\u{338}".utf8))
        let url = try RouteURL(parsing: "app://a/b#" + typed)
        #expect(url.fragment.map { Array($0.utf8) } == [0xC3, 0xA9])
    }

    @Test func `an accent matches in either order of registration, and conflicts in both spellings`() async throws {
        for patterns in [["/\u{E9}:x/b", "/e\u{301}:x/a"], ["/e\u{301}:x/a", "/\u{E9}:x/b"]] {
            let board = try Board(patterns[0], patterns[1])
            #expect(try await board.call("/\u{E9}7/a") == "/\u{E9}:x/a x=7")
            #expect(try await board.call("/e\u{301}7/b") == "/\u{E9}:x/b x=7")
        }
        #expect(throws: RegistrationError.self) { try Board("/caf\u{E9}", "/cafe\u{301}") }
    }

    /// DollhouseMCP/mcp-server#1736
    @Test(arguments: spellings) func `an interceptor covers an accent in every spelling`(_ typed: String) async throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        var registration = Registration(owner: "Vault")
        registration.routes = [Board.echo("/vault/*rest")]
        registration.interceptors = [Interceptor("guard", on: "/vault/priv\u{E9}") { _ in .refuse("guarded") }]
        try mediator.register(registration)
        await #expect(throws: RequestError.self) {
            try await mediator.call(RouteURL("/vault/priv" + typed), as: String.self, origin: .shell)
        }
        #expect(try await mediator.call("/vault/other", as: String.self, origin: .shell) == "/vault/*rest rest=other")
    }

    /// A combining mark after the text around a parameter would become a part of that text.
    @Test func `a value cannot combine with the text around a parameter`() {
        #expect(RouteURL(matching: "/e:x", ["x": "\u{301}"]).fault == .unwritable(column: 5, value: "\u{301}"))
        #expect(RouteURL(matching: "/v:x", ["x": "e\u{301}"]).segments == ["v\u{E9}"])
    }
}
