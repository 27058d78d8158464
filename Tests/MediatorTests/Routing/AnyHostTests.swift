@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A pattern for any host` {
    private static let patterns = [
        "https://*/rent/:id", "https://m.example.com/rent/:id", "/rent/:id", "https://*/rent/list", "http://*url",
        "https://*", "https://*/docs/*path",
    ]

    /// A URL, and the patterns that match it with their parameters, the best one first.
    static let rows: [(url: String, found: [String])] = [
        ("https://m.example.com/rent/7", ["https://m.example.com/rent/:id id=7", "https://*/rent/:id id=7"]),
        ("https://own.example.com/rent/7", ["/rent/:id id=7", "https://*/rent/:id id=7"]),
        (
            "https://OWN.example.com/rent/list",
            ["/rent/:id id=list", "https://*/rent/list", "https://*/rent/:id id=list"]
        ),
        ("https://example.org/rent/list", ["https://*/rent/list", "https://*/rent/:id id=list"]),
        ("HTTPS://example.org:8443/rent/7", ["https://*/rent/:id id=7"]),
        ("https://example.org", ["https://*"]), ("https://example.org/", ["https://*"]),
        ("https://example.org/other", []),
        ("https://example.org/docs/a%2Fb/c", ["https://*/docs/*path path=a%2Fb/c"]),
        ("http://Example.org:80/A/b?c=1", ["http://*url url=example.org/A/b"]),
        ("http://example.org", ["http://*url url=example.org"]),
        ("http://own.example.com/rent/7", ["/rent/:id id=7", "http://*url url=own.example.com/rent/7"]),
        ("https://*/rent/7", ["https://*/rent/:id id=7"]),
        ("app://rent/7", ["/rent/:id id=7"]), ("/rent/7", ["/rent/:id id=7"]), ("app://example.org", []),
    ]

    @Test(arguments: rows) func `a pattern for any host comes after a named host and after the app's own hosts`(
        _ row: (url: String, found: [String])
    ) throws {
        let patterns = try Self.patterns.map { IndexedPattern(try RoutePattern($0)) }
        let made = PatternIndex(patterns, ownHosts: ["own.example.com"])
        let grown = patterns.reduce(PatternIndex([], ownHosts: ["own.example.com"])) { $0.adding([$1]) }
        let url = try RouteURL(parsing: row.url)
        for index in [made, grown] {
            let words = { (match: PatternMatch) in
                ([Self.patterns[match.number]] + match.parameters.map { "\($0.name)=\($0.value)" })
                    .joined(separator: " ")
            }
            #expect(index.matches(url).map(words) == row.found)
            #expect(index.match(url).map(words) == row.found.first)
        }
    }

    @Test func `a pattern for any host comes last, regardless of its priority and its module`() async throws {
        let mediator = Switchboard(navigator: RecordingNavigator(), ownHosts: ["own.example.com"])
        try mediator.register(
            [Call("https://*url") { _ in "web" }.priority(9).route, Call("https://*/rent/:id") { _ in "any" }.route],
            owner: "Web"
        )
        try mediator.register([Call("/rent/:id") { _ in "rent" }.route], owner: "Rent")
        for (url, answer) in [
            ("https://own.example.com/rent/1", "rent"), ("https://example.org/rent/1", "web"), ("app://rent/1", "rent"),
        ] {
            #expect(try await mediator.call(RouteURL(url), as: String.self, origin: .shell) == answer)
        }
        let routes = try mediator.explain("https://own.example.com/rent/1").routes
        #expect(
            routes.candidates.map(\.reason) == ["taken", "it is for any host", "its priority 0 is lower than 9"])
        let outside = try mediator.explain("https://example.org/x").routes
        #expect(outside.candidates.map(\.pattern) == ["https://*url"])
        #expect(mediator.outlines.filter(\.isWritable).map(\.pattern).sorted() == ["/rent/:id", "https://*url"])
    }

    static let refused: [(String, RoutePatternError)] = [
        ("https://*url/more", .wildcardNotLast(name: "url", column: 9)),
        ("https://*:8080/x", .emptyName(column: 9)),
        ("https://*.example.com/x", .emptyName(column: 9)), ("https://m.*/x", .reserved(character: "*", column: 11)),
        ("https://%2A/x", .reserved(character: "*", column: 9)),
        ("https://*/:x/*y/z", .wildcardNotLast(name: "y", column: 14)),
        ("https://*?x", .emptyName(column: 9)), ("https://**", .emptyName(column: 9)),
    ]

    @Test(arguments: refused) func `a malformed pattern for any host is refused`(
        _ text: String, _ error: RoutePatternError
    ) {
        #expect(throws: error) { try RoutePattern(text) }
    }

    @Test func `patterns for any host conflict like other patterns`() throws {
        let texts = ["https://*/:a", "https://*/:b", "https://*url", "https://*/*path?", "http://*url", "https://*/x"]
        let conflicts = PatternIndex.conflicts(try texts.map { IndexedPattern(try RoutePattern($0)) })
        #expect(conflicts.map { [$0.other, $0.pattern] } == [[0, 1], [2, 3]])
    }

    static let urls: [(pattern: String, parameters: [String: String], url: String?)] = [
        ("https://*url", ["url": "example.org/a b"], "https://example.org/a%20b"),
        ("https://*url", ["url": "example.org"], "https://example.org"), ("https://*url", ["url": ""], nil),
        ("https://*url", [:], nil), ("https://*/rent/:id", ["id": "1"], nil), ("https://*", [:], nil),
    ]

    @Test(arguments: urls) func `a pattern for any host gives a URL only if a parameter has the host`(
        _ row: (pattern: String, parameters: [String: String], url: String?)
    ) throws {
        let parameters = row.parameters.map { QueryItem(name: $0, value: $1) }
        #expect((try? RoutePattern(row.pattern).url(parameters)) == row.url)
        let url = RouteURL(matching: row.pattern, QueryItems(parameters))
        #expect(url.isValid == (row.url != nil))
        #expect(!url.isValid || url.text == row.url)
    }

    @Test func `a rewrite may match any host, but its target needs a known host`() async throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        var registration = Registration(owner: "Web")
        registration.routes = [Call("/web/*page") { $0.parameters["page"] ?? "" }.route]
        registration.rewrites = [
            Rewrite("https://*url", to: "app://web/*url"), Rewrite("app://go/*url", to: "https://*url"),
        ]
        try mediator.register(registration)
        #expect(
            try await mediator.call("app://go/example.org/a", as: String.self, origin: .shell) == "example.org/a")
        var other = Registration(owner: "Other")
        other.rewrites = [Rewrite("/old/:id", to: "https://*/new/:id")]
        let error = #expect(throws: RegistrationError.self) { try mediator.register(other) }
        #expect("\(try #require(error))".contains("the * at column 9 is any host, but a URL needs one"))
    }

    @Test func `a labelled route for any host is listed without a URL`() throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        try mediator.register(
            [
                Open("https://*/list") { _ in Page("List") }.labelled("centre").route,
                Open("https://*") { _ in Page("") }.route,
            ],
            owner: "Web")
        #expect(mediator.routes(labelled: "centre", origin: .shell).map(\.url) == [nil])
    }
}
