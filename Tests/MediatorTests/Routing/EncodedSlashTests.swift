@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `An encoded slash` {
    /// A URL, the text of the wildcard that matches it, and the decoded segments.
    static let rows: [(url: String, text: String, segments: [String])] = [
        ("app://files/a/b", "a/b", ["a", "b"]),
        ("app://files/a%2Fb/c", "a%2Fb/c", ["a/b", "c"]),
        ("app://files/a%2fb", "a%2Fb", ["a/b"]),
        // stephenberry/glaze#2701
        ("app://files/..%2F..%2Fetc", "..%2F..%2Fetc", ["../../etc"]),
        ("app://files/%2Fetc", "%2Fetc", ["/etc"]),
        ("app://files/y/%2E%2E/x", "x", ["x"]),
        ("app://files/100%25", "100%25", ["100%"]),
        ("app://files/a%252Fb", "a%252Fb", ["a%2Fb"]),
        ("app://files/a%20b/%E5%8C%97", "a b/北", ["a b", "北"]),
        ("app://files/https%3A%2F%2Fh%2Frent", "https:%2F%2Fh%2Frent", ["https://h/rent"]),
        // A combining mark forms one character with the slash or percent sign before it.
        ("app://files/a/%CC%A7b", "a/\u{327}b", ["a", "\u{327}b"]),
        ("app://files/a%2F%CC%A7b", "a%2F\u{327}b", ["a/\u{327}b"]),
        ("app://files/a%25%CC%A7b", "a%25\u{327}b", ["a%\u{327}b"]),
        ("app://files", "", []),
    ]

    @Test(arguments: rows) func `an encoded slash stays in its segment, and the wildcard's text gives the same URL`(
        _ row: (url: String, text: String, segments: [String])
    ) throws {
        let pattern = try RoutePattern("/files/*path?")
        let parameters = try #require(pattern.parameters(of: RouteURL(row.url)))
        #expect(parameters["path"] == row.text)
        #expect(parameters.segments("path") == row.segments)
        #expect(parameters.segments("other") == [])
        let url = RouteURL(matching: "/files/*path?", ["path": row.text])
        #expect(url.segments == ["files"] + row.segments)
        #expect(pattern.parameters(of: url)?["path"] == row.text)
    }

    /// Texts that do not come from a match: a percent sign is literal unless it begins `%2F` or `%25`.
    @Test(arguments: [("100%", "100%25"), ("%2E%2E", "%252E%252E"), ("a%2fb", "a%2Fb"), ("%", "%25")])
    func `a wildcard's value may contain any percent sign`(_ row: (value: String, path: String)) {
        #expect(RouteURL(matching: "/files/*path", ["path": row.value]).text == "app://files/" + row.path)
    }

    private static func guarded() throws -> Switchboard {
        let mediator = Switchboard(navigator: RecordingNavigator())
        let echo = { @Sendable (request: Request) in request.parameters["path"] ?? "" }
        var registration = Registration(owner: "Files")
        registration.routes = [
            Call("/v2/admin/*path", access: .modules, handler: echo).route,
            Call("/v2/*path", access: .public, handler: echo).route,
            Call("/vault/*path", access: .public, handler: echo).route,
            Call("/one/:path", access: .public, handler: echo).route,
        ]
        registration.interceptors = [Interceptor("guard", on: "/vault/admin/*rest?") { _ in .refuse("guarded") }]
        registration.rewrites = [
            Rewrite("/go/*path?", to: "/v2/*path?"), Rewrite("/to/:path", to: "/v2/*path"),
            Rewrite("/single/*path", to: "/one/:path"),
        ]
        try mediator.register(registration)
        return mediator
    }

    /// The wildcard's text that an external caller gets, or `nil` for an error.
    ///
    /// caddyserver/caddy#7941, fastify/fastify-express#174
    static let guardRows: [(url: String, answer: String?)] = [
        ("app://v2/admin/x", nil), ("app://v2/admin%2Fx", "admin%2Fx"), ("app://v2/admin%2fx", "admin%2Fx"),
        ("app://v2/admin%2F%CC%A7x", "admin%2F\u{327}x"),
        ("app://vault/admin/x", nil), ("app://vault/admin%2Fx", "admin%2Fx"), ("app://vault/%61dmin/x", nil),
        ("app://go/admin/x", nil), ("app://go/admin%2Fx", "admin%2Fx"), ("app://go/a%252Fb", "a%252Fb"),
        ("app://single/100%25", "100%"), ("app://single/a%2Fb", "a/b"), ("app://single/a/b", "a/b"),
        ("app://to/admin%2Fx", "admin%2Fx"), ("app://to/a%252Fb", "a%252Fb"),
    ]

    @Test(arguments: guardRows) func `an encoded slash is not a slash for access levels, interceptors and rewrites`(
        _ row: (url: String, answer: String?)
    ) async throws {
        let mediator = try Self.guarded()
        let answer = try? await mediator.call(RouteURL(row.url), as: String.self, origin: .external)
        #expect(answer == row.answer)
    }
}
