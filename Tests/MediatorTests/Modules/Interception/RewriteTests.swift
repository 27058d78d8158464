@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A rewrite` {
    static let routes = ["/rent/:id", "/rent/:city/:id", "/docs/*path", "/a(/:b)", "/search", "/米"].map { pattern in
        Call(pattern) { request in
            let fragment = request.url.fragment.map { ["#" + $0] } ?? []
            let parameters = request.parameters.items.map { "\($0.name)=\($0.value)" }
            return ([pattern] + parameters + fragment).joined(separator: " ")
        }.route
    }

    /// Rewrites as pattern and target, a URL, and the answer.
    static let rows: [(rewrites: [(String, String)], url: String, answer: String)] = [
        ([("/home/:id", "/rent/:id")], "app://home/42", "/rent/:id id=42"),
        ([("/home/:id", "/rent/:id")], "app://home/42?x=1&x=%26", "/rent/:id id=42 x=1 x=&"),
        ([("/home/:id", "/rent/:id")], "app://home/a%2Fb%20c", "/rent/:id id=a/b c"),
        ([("/home/:id/in/:city", "/rent/:city/:id")], "app://home/7/in/Paris", "/rent/:city/:id city=Paris id=7"),
        ([("/home/:id", "/rent/:id")], "app://home/42?id=7", "/rent/:id id=42"),
        ([("/home/:id", "/search")], "app://home/42?id=7", "/search id=42"),
        ([("/tags/:tag", "/search")], "app://tags/x?tag=evil&tag=b&c=1", "/search c=1 tag=x"),
        // koajs/rewrite#17: the query stays the query.
        ([("/home(/:b)", "/a(/:b)")], "app://home?b=de", "/a(/:b) b=de"),
        ([("/home(/:b)", "/a(/:b)")], "app://home?b=", "/a(/:b) b="),
        ([("/home(/:b)", "/a(/:b)")], "app://home/x?b=", "/a(/:b) b=x"),
        ([("/guide/*path", "/docs/*path")], "app://guide/a/b", "/docs/*path path=a/b"),
        ([("/home/:id", "/search")], "app://home/42", "/search id=42"),
        ([("/home(/:b)", "/a(/:b)")], "app://home", "/a(/:b)"),
        ([("/home", "/a(/:b)")], "app://home?b=..&c=1", "/a(/:b) b=.. c=1"),
        ([("/home(/:b)", "/a(/:b)")], "app://home/x", "/a(/:b) b=x"),
        ([("/one", "/two"), ("/two", "/search")], "app://one?q=1", "/search q=1"),
        ([("/home/:id<int>", "/rent/:id")], "app://home/42", "/rent/:id id=42"),
        ([("/home/:id", "/rent/:id")], "app://home/42?x=1#photos", "/rent/:id id=42 x=1 #photos"),
        ([("/one", "/two"), ("/two", "/search")], "app://one#a%2Fb", "/search #a/b"),
        ([("/rice", "/米")], "app://rice", "/米"),
        ([("/rent/old", "/search")], "app://rent/old", "/search"),
        ([("https://m.example.com/home/:id", "app://rent/:id")], "https://m.example.com/home/1", "/rent/:id id=1"),
    ]

    @Test(arguments: rows) func `a rewrite maps the path, query and fragment of an old URL to the new URL`(
        _ row: (rewrites: [(String, String)], url: String, answer: String)
    ) async throws {
        let scene = try Scene(Self.routes, rewrites: row.rewrites.map { Rewrite($0.0, to: $0.1) })
        #expect(try await scene.call(row.url).get() == row.answer)
        #expect(try scene.mediator.availability(of: RouteURL(row.url), for: .call, origin: .shell) == .yes)
        let taken = try #require(try scene.mediator.explain(RouteURL(row.url)).routes.candidates.first)
        #expect(row.answer.hasPrefix(taken.pattern))
        #expect(scene.mediator.rewrites.map(\.useCount) == row.rewrites.map { _ in 1 })
    }

    @Test func `a rewrite of a web URL keeps the web host`() async throws {
        let mediator = Switchboard(navigator: RecordingNavigator(), ownHosts: ["m.example.com"])
        var registration = Registration(owner: "Rent")
        registration.routes = [Board.echo("/rent/:id"), Board.echo("https://m.example.com/lots/:id")]
        registration.rewrites = [Rewrite("/home/:id", to: "/rent/:id"), Rewrite("/lot/:id", to: "/lots/:id")]
        try mediator.register(registration)
        for (url, answer) in [
            ("https://m.example.com/home/1", "/rent/:id id=1"),
            ("https://m.example.com/lot/2", "https://m.example.com/lots/:id id=2"),
        ] {
            #expect(try await mediator.call(RouteURL(url), as: String.self, origin: .shell) == answer)
            #expect(try mediator.availability(of: RouteURL(url), for: .call, origin: .shell) == .yes)
        }
    }

    @Test func `a loop of rewrites ends after 16 steps, and the error has the chain`() async throws {
        let scene = try Scene(
            Self.routes, rewrites: [Rewrite("/ping/:x", to: "/pong/:x"), Rewrite("/pong/:x", to: "/ping/:x")])
        guard case .tooManyRedirects(let chain, let redirectSources) = await scene.failure(of: "app://ping/1")?.reason
        else {
            Issue.record("no end")
            return
        }
        #expect(chain.count == 18)
        #expect(redirectSources == ["Rent's rewrite /ping/:x", "Rent's rewrite /pong/:x"])
        #expect(chain.prefix(3) == ["app://ping/1", "app://pong/1", "app://ping/1"])
        #expect(throws: RequestError.self) { try scene.mediator.availability(of: "app://ping/1", origin: .shell) }
    }

    @Test func `a rewrite is listed with its module, its deprecation date and its use count`() async throws {
        let scene = try Scene(
            Self.routes, rewrites: [Rewrite("/old/:id", to: "/rent/:id").deprecated(from: "2026-12-31")])
        for id in 1...3 { #expect(await scene.failure(of: "app://old/\(id)") == nil) }
        let rewrite = try #require(scene.mediator.rewrites.first)
        #expect(rewrite.owner == "Rent" && rewrite.pattern == "/old/:id" && rewrite.target == "/rent/:id")
        #expect(rewrite.deprecation == "2026-12-31" && rewrite.useCount == 3)
    }

    @Test func `a deprecated rewrite is reported at its first use`() async throws {
        let scene = try Scene(
            Self.routes,
            rewrites: [
                Rewrite("/old/:id", to: "/rent/:id").deprecated(from: "2026-12-31"),
                Rewrite("/home/:id", to: "/rent/:id"),
            ])
        for url in ["app://home/1", "app://old/1", "app://old/2"] {
            #expect(await scene.failure(of: url, origin: .module("Messages")) == nil)
        }
        #expect(
            scene.observer.notes == [
                "app://old/1 is deprecated from 2026-12-31 by Rent's rewrite /old/:id, and module Messages asked for "
                    + "it; "
                    + "ask for app://rent/1"
            ])
    }

    @Test func `a rewrite counts the URLs that it changed, even if the request fails later`()
        async throws
    {
        let scene = try Scene(
            Self.routes, rewrites: [Rewrite("/old/:id", to: "/nowhere/:id"), Rewrite("/a/:n", to: "/rent/:n<int>")])
        for url in ["app://old/1", "app://a/x"] { #expect(await scene.failure(of: url) != nil) }
        #expect(scene.mediator.rewrites.map(\.useCount) == [1, 0])
    }

    @Test func `noRoute after a rewrite names the original URL and the new URL`() async throws {
        let scene = try Scene(Self.routes, rewrites: [Rewrite("/old/:id", to: "/nowhere/:id")])
        let error = try #require(await scene.failure(of: "app://old/1"))
        guard case .noRoute("app://nowhere/1", "app://old/1", []) = error.reason else {
            Issue.record("found \(error)")
            return
        }
        #expect("\(error)".hasPrefix("no route for app://nowhere/1, to which app://old/1 leads; "))
    }

    @Test func `a rewrite is removed with its module`() async throws {
        let scene = try Scene(Self.routes)
        try scene.register(rewrites: [Rewrite("/old", to: "/search")], owner: "Moved")
        #expect(await scene.failure(of: "app://old") == nil)
        scene.mediator.unregister(owner: "Moved")
        guard case .noRoute = await scene.failure(of: "app://old")?.reason else {
            Issue.record("still there")
            return
        }
    }

    @Test func `a rewrite is refused if another is as specific, and the error names both owners`() throws {
        let scene = try Scene(rewrites: [Rewrite("/old/:id", to: "/new/:id")])
        let error = try #require(throws: RegistrationError.self) {
            try scene.register(rewrites: [Rewrite("/old/:number", to: "/x/:number")], owner: "Other")
        }
        #expect("\(error)".contains("Other's rewrite /old/:number"))
        #expect("\(error)".contains("Rent's /old/:id"))
    }

    @Test func `a rewrite fails with rewriteFailed if its target refuses a value`() async throws {
        let scene = try Scene(Self.routes, rewrites: [Rewrite("/old/:id", to: "/rent/:id<int>")])
        guard case .rewriteFailed("app://old/x", "/old/:id", "Rent", _) = await scene.failure(of: "app://old/x")?.reason
        else {
            Issue.record("no failure")
            return
        }
        #expect(throws: RequestError.self) {
            try scene.mediator.availability(of: "app://old/x", for: .call, origin: .shell)
        }
    }
}
