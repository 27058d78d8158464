import ModuleTesting
import Testing

@testable import Translation

@Suite(.timeLimit(.minutes(2))) struct `Patterns of other routers` {
    @Test(arguments: try PeerCase.matching() + PeerCase.unmatched())
    func `a translated table answers as the other router does, unless the case is left out`(
        _ peerCase: PeerCase
    ) async throws {
        let fault = try await fault(of: peerCase)
        if let reason = LeftOut.reason(peerCase.id) {
            #expect(fault != nil, "the case holds now, and needs no reason: \(reason)")
        } else {
            #expect(fault == nil)
        }
    }

    @Test func `of 171 cases with a route, 156 hold, and of 48 cases without a route, 37`() throws {
        let (matching, unmatched) = (try PeerCase.matching(), try PeerCase.unmatched())
        #expect(matching.count == 171)
        #expect(matching.filter { LeftOut.reason($0.id) == nil }.count == 156)
        #expect(unmatched.count == 48)
        #expect(unmatched.filter { LeftOut.reason($0.id) == nil }.count == 37)
    }

    @Test(arguments: [
        (Dialect.jlRoutes, "/xyz/*", ["/xyz/*path?"]),
        (.jlRoutes, "/the(/foo/:a)(/bar/:b)", ["/the(/foo/:a)(/bar/:b)"]),
        (.jlRoutes, "/(rest/):object/(app/):id", ["(/rest)/:object(/app)/:id"]),
        (.jlRoutes, "myapp: list/:id", ["myapp://list/:id"]),
        (.jlRoutes, "/:", ["/:value"]),
        (
            .jlRoutes, "/www.example.com/in",
            ["/www.example.com/in", "http://www.example.com/in", "https://www.example.com/in"]
        ),
        (.urlNavigator, "myapp://user/<int:id>", ["myapp://user/:id<int>"]),
        (.urlNavigator, "a://<id>/<string:b>/<float:c>/<uuid:d>", ["a://:id/:b/:c<double>/:d<uuid>"]),
        (.urlNavigator, "https://<path:url>", ["https://*url"]),
        (.mgjRouter, "mgj://", ["mgj://*rest?"]),
        (.mgjRouter, "mgj://page/:id.html", ["mgj://page/:id.html"]),
        (.alicerce, "/*/**", ["/:any/*rest"]),
        (.alicerce, "/:any/*", ["/:any<text>/:any2"]),
        (.alicerce, "http:///path", ["http://*/path"]),
        (.alicerce, "://host/path", ["/host/path", "http://host/path", "https://host/path"]),
        (.wmRouter, "account", ["/account"]),
        (.wmRouter, "http(s)?://.*", ["/*url?", "http://*url", "https://*url"]),
        (.aRouter, "/test/activity {age:int}", ["/test/activity"]),
        (.ctMediator, "Target_A.Action_show:", ["/A/show"]),
        (.jlRoutes, "/user#/view/:id", ["/user"]),
        (.hhRouter, "/user/:userId/", ["/user/:userId"]),
        (.hhRouter, "/user/add/", ["/user/add"]),
        (.zikRouter, "app://service/:id/path/:number?k=v&k2", ["app://service/:id/path/:number"]),
        (.zikRouter, "app://loginView/", ["app://loginView"]),
        (.beeHive, "jump.vc.beehive", ["/jump.vc.beehive/*path?"]),
    ])
    func `a pattern is translated into these patterns`(_ dialect: Dialect, source: String, patterns: [String]) throws {
        let routes = dialect.translate([source])
        #expect(routes.map(\.patterns) == [patterns])
    }

    @Test func `a line of the command has the old pattern, the new pattern and other changes`() {
        let lines =
            Dialect.wmRouter.translate(["/a exported=false"]) + Dialect.jlRoutes.translate(["/b/*", "/c#/d/:id"])
        #expect(
            lines.flatMap(\.lines) == [
                "/a exported=false\t/a\taccess: .modules",
                "/b/*\t/b/*path?\t`path` was `JLRouteWildcardComponents`",
                "/c#/d/:id\t/c\tanswer .declined unless the URL matches .*#/d/(?<id>[^/]+)",
            ])
    }

    /// Returns the difference from the case, or `nil`.
    private func fault(of peerCase: PeerCase) async throws -> String? {
        let answers = Answers()
        do {
            let app = try await ModuleHarness(TableModule.self) { _ in try TableModule(peerCase, answers) }
            let failure = await failure(of: peerCase, app)
            guard peerCase.expect.matched else { return answers.last.map { "\($0.route.source) answered" } }
            return try answers.last.map { try $0.fault(for: peerCase) } ?? "no route answered: \(failure ?? "")"
        } catch {
            return "\(error)"
        }
    }

    /// Opens the case's URL as another program, or as the app itself if the case is a request of the app.
    private func failure(of peerCase: PeerCase, _ app: ModuleHarness<TableModule>) async -> String? {
        let isLocal = peerCase.entry == "local" || peerCase.userInfo != nil
        let options = RequestOptions(context: peerCase.userInfo)
        do {
            try await app.open(
                RouteURL(peerCase.url ?? ""), origin: isLocal ? .shell : .external, options: options)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
