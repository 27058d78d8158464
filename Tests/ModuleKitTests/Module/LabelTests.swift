@_spi(Host) import ModuleTesting
import Testing

private struct Centre: Module {
    static let info = ModuleInfo("Centre", "1.0", "Lists others").team("people")
    let context: ModuleContext
    init(context: ModuleContext) { self.context = context }

    var routes: [Route] {
        Call("/centre/names") { _ in context.routes(labelled: "centre").map { "\($0.module) \($0.text ?? $0.pattern)" }
        }
        Call("/centre/names/for/you", access: .public) { (request: Request) in
            context.onBehalf(of: request).routes(labelled: "centre").map(\.pattern)
        }
        Open("/centre/own", access: .internal) { _ in Page("Own") }.labelled("centre", "Own")
        Open("/centre/lent") { _ in Page("Lent") }.labelled("centre").labelled("team", "lenders").summary(
            "Lent to others")
    }
}

@Suite(.timeLimit(.minutes(2))) struct `A module that lists routes by label` {
    private static let stubs = [
        "/a": Stub.answer(Page("A")).labelled("centre", "A"), "/b": .value(1).labelled("other"), "/c": .value(2),
    ].mapValues(\.optional)

    @Test func `a module lists other modules' routes and its internal routes`() async throws {
        let centre = try await ModuleHarness(Centre.self, stubs: Self.stubs)
        #expect(
            try await centre.call("app://centre/names", as: [String].self) == [
                "Centre /centre/lent", "Centre Own", "stubs A",
            ])
    }

    @Test func `on behalf of a caller, a module lists only routes that the caller may use`() async throws {
        let centre = try await ModuleHarness(Centre.self, stubs: Self.stubs)
        let url = "app://centre/names/for/you"
        #expect(try await centre.call(RouteURL(url), as: [String].self, origin: .external) == ["/centre/lent"])
        #expect(try await centre.call(RouteURL(url), as: [String].self, origin: .shell) == ["/centre/lent", "/a"])
    }

    @Test func `a module that has left gets an empty list of routes`() throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        try mediator.register(Open("/a") { _ in Page("A") }.labelled("centre").routes, owner: "A")
        let validity = ContextValidity()
        let context = ModuleContext(name: "Gone", mediator: mediator, validity: validity)
        #expect(context.routes(labelled: "centre").count == 1)
        validity.end()
        #expect(context.routes(labelled: "centre").isEmpty)
    }

    @Test func `a route belongs to its module's team unless it names another team`() throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        let module = Centre(context: ModuleContext(name: "Centre", mediator: mediator))
        try mediator.register(module.registration)
        #expect(mediator.routes.map(\.team) == ["people", "people", "people", "lenders"])
        #expect(mediator.routes.map(\.summary) == [nil, nil, nil, "Lent to others"])
    }

    @Test func `routes of a group have its prefix and its modifiers`() {
        let group = Routes("/messages") {
            Open("/inbox") { _ in Page("Inbox") }.labelled("centre", "Messages")
            Call("/:id<int>(/:part)") { _ in 1 }
            Fallback("/") { _ in Page("None") }
        }
        .labelled("needs-login").sensitive("id").priority(2)
        #expect(group.routes.map(\.pattern) == ["/messages/inbox", "/messages/:id<int>(/:part)", "/messages/*rest?"])
        #expect(
            group.routes.map { $0.labels.map(\.name) } == [
                ["centre", "needs-login"], ["needs-login"], ["needs-login"],
            ])
        #expect(group.routes.allSatisfy { $0.sensitiveParameters == ["id"] && $0.priority == 2 })
    }

    @Test func `a group keeps a route's priority, and a pattern without a slash is invalid`() {
        let group = Routes("/messages") {
            Open("/inbox") { _ in Page("Inbox") }.priority(5)
            Open("inbox") { _ in Page("Inbox") }
            Open("web://inbox") { _ in Page("Inbox") }
        }
        .priority(2)
        #expect(group.routes.map { (try? RoutePattern($0.pattern))?.text } == ["/messages/inbox", nil, nil])
        #expect(group.routes.map(\.priority) == [5, 2, 2])
    }
}
