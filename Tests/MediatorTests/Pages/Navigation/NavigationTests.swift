@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Navigation` {
    private let scene: Scene

    init() throws {
        let count = Live(0)
        scene = try Scene([
            Open("/page/:name") { request in Page(request.parameters["name"] ?? "") {} }.route,
            Open("/form") { _ in Page("Form") {}.asking("Leave the form?") }.route,
            Open("/root") { _ in NavigationCommand.root(Page("Root") {}) }.route,
            Open("/home") { _ in NavigationCommand.popTo(url: "app://page/a") }.route,
            Open("/app") { _ in
                NavigationCommand.tabs([Tab("One", url: "app://page/one"), Tab("Two", url: "app://inner/two")])
            }.route,
            Open("/two") { _ in NavigationCommand.tab("Two") }.route,
            Open("/inner/:name", access: .modules) { request in Page(request.parameters["name"] ?? "") {} }.route,
            Open("/one") { _ in NavigationCommand.tab("One") }.route,
            Open("/deep") { _ in NavigationCommand.sequence([.tab("Two"), .push(Page("Deep") {})]) }.route,
            Open("/lost") { _ in NavigationCommand.tabs([Tab("One", url: "app://nowhere")]) }.route,
            Open("/solo") { _ in
                count.value += 1
                return Page("Solo \(count.value)") {}
            }
            .single().route,
            Open("/old") { _ in Response.redirect(to: "app://page/new") }.route,
            Open("/sheet") { _ in NavigationCommand.present(Page("Sheet") {}) }.route,
            Open("/round") { _ in NavigationCommand.tabs([Tab("One", url: "app://round")]) }.route,
        ])
    }

    private func open(_ url: String, origin: Origin = .shell) async throws -> Feedback {
        try await scene.mediator.open(RouteURL(url), origin: origin, options: Scene.patient)
    }

    /// URLs, and the stack after the last.
    static let ways: [(urls: [String], stack: [String])] = [
        (["app://page/a", "app://page/b", "app://page/c", "app://home"], ["a"]),
        (["app://page/a", "app://page/b", "app://root"], ["Root"]),
        (["app://page/a", "app://app"], ["one"]),
        (["app://app", "app://page/b", "app://two"], ["two"]),
        (["app://app", "app://two", "app://page/b", "app://two"], ["two", "b"]),
        // A page of a single route replaces the earlier page that has the same URL, unless a presented page is above
        // that one. A page with another URL is another page.
        (["app://page/a", "app://solo", "app://page/b", "app://solo"], ["a", "Solo 2"]),
        (["app://solo", "app://solo"], ["Solo 2"]),
        (["app://solo", "app://page/b", "/solo"], ["Solo 2"]),
        (["app://solo?b=2&a=1", "app://page/b", "APP:solo/?a=1&b=2"], ["Solo 2"]),
        (["app://solo?a=1&a=2", "app://solo?a=2&a=1"], ["Solo 1", "Solo 2"]),
        (["/page/a?", "app://page/b", "app://page/c", "app://home"], ["a"]),
        // A page that is pushed into a tab without pages is placed above the tab's first page.
        (["app://app", "app://deep"], ["two", "Deep"]),
        (["app://app", "app://two", "app://one", "app://deep"], ["two", "Deep"]),
        (["app://solo?part=1", "app://solo"], ["Solo 1", "Solo 2"]),
        (["app://solo", "app://sheet", "app://solo"], ["Solo 1", "Sheet", "Solo 2"]),
    ]

    @Test(arguments: ways) func `navigation follows the commands of handlers`(
        _ row: (urls: [String], stack: [String])
    ) async throws {
        var last: Feedback?
        for url in row.urls { last = try await open(url) }
        #expect(last?.outcome == .shown)
        #expect(last?.stack.map(\.title) == row.stack)
        #expect(last?.next == nil)
    }

    /// URLs that a caller opens as presented pages, and the stack after the last.
    static let presentations: [(urls: [String], stack: [String])] = [
        (["app://page/a", "app://page/b"], ["presented a", "presented b"]),
        (["app://solo"], ["presented Solo 1"]),
        // The new page of a single route keeps the style of the page that it replaces. The caller's style does not
        // change a command that a route returns.
        (["app://solo", "app://solo"], ["presented Solo 2"]),
        (["app://page/a", "app://root"], ["pushed Root"]),
        (["app://old"], ["presented new"]),
    ]

    @Test(arguments: presentations) func `navigation presents a page if its caller asks for that`(
        _ row: (urls: [String], stack: [String])
    ) async throws {
        let context = ModuleContext(name: "Caller", mediator: scene.mediator)
        var last: Feedback?
        for url in row.urls { last = try await context.open(RouteURL(url), style: .presented) }
        #expect(last?.outcome == .shown)
        #expect(last?.stack.map { "\($0.style) \($0.title)" } == row.stack)
    }

    @Test func `navigation opens a tab's first page with the access of the caller that chose the tab`() async throws {
        _ = try await open("app://app", origin: .external)
        let error = await #expect(throws: RequestError.self) { try await open("app://two", origin: .external) }
        guard case .accessDenied(let url, _, _, _, _) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(url == "app://inner/two")
        #expect(scene.navigator.tab?.name == "Two")
        #expect(try await open("app://two").stack.map(\.title) == ["two"])
    }

    @Test func `navigation reports a tab whose first page does not exist or leads to itself`() async throws {
        let lost = await #expect(throws: RequestError.self) { try await open("app://lost") }
        #expect(lost?.code == .noRoute && lost?.url == "app://nowhere")
        let round = await #expect(throws: RequestError.self) { try await open("app://round") }
        #expect(round?.code == .tooDeep)
    }

    @Test func `a person's choice of a tab returns the URL of its first page and does not open it`() async throws {
        _ = try await open("app://app")
        let feedback = await scene.mediator.perform(.tab("Two"))
        #expect(feedback.next == "app://inner/two")
        #expect(feedback.stack.isEmpty)
    }

    /// Whether the person agrees to leave the form.
    @Test(arguments: [true, false]) func `navigation asks before it leaves a page with a question`(_ answer: Bool)
        async throws
    {
        scene.navigator.answer { _ in answer }
        for url in ["app://page/a", "app://form"] { _ = try await open(url) }
        let feedback = await scene.mediator.perform(.pop)
        #expect(feedback.stack.map(\.title) == (answer ? ["a"] : ["a", "Form"]))
        #expect(
            feedback.outcome
                == (answer ? .shown : .refused(reason: "the person wants to stay; leave the page as it is")))
        #expect(scene.navigator.questions == ["Leave the form?"])
    }

    @Test func `navigation that a request causes asks before it publishes that a page will disappear`() async throws {
        let log = Log()
        var listener = Registration(owner: "Listener")
        listener.subscriptions = [Subscription(to: .pageWillDisappear) { log.add("-\($0.title)") }]
        try scene.mediator.register(listener)
        scene.navigator.answer { _ in
            log.add("asked")
            return true
        }
        _ = try await open("app://form")
        _ = try await open("app://root")
        #expect(log.all == ["asked", "-Form"])
    }

    /// A navigator that takes longer than the request's deadline.
    private struct SlowNavigator: Navigator {
        let waitsForReaders: Bool
        func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
            let shown = Feedback(.shown, stack: [])
            do { try await Task.sleep(for: .seconds(waitsForReaders ? 2 : 3_600)) } catch { return shown }
            return shown
        }
        func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
            PageStack().forecast(command, for: request)
        }
    }

    @Test(arguments: [true, false]) func `the deadline does not count the time in which a person reads`(isRead: Bool)
        async throws
    {
        let mediator = Switchboard(navigator: SlowNavigator(waitsForReaders: isRead))
        var pages = Registration(owner: "Pages")
        pages.routes = [Open("/page") { _ in Page("A") {} }.route]
        try mediator.register(pages)
        let options = RequestOptions(deadline: .milliseconds(1500))
        if isRead {
            #expect(try await mediator.open("app://page", origin: .shell, options: options).outcome == .shown)
        } else {
            await #expect(throws: RequestError.self) {
                try await mediator.open("app://page", origin: .shell, options: options)
            }
        }
    }

    @Test func `navigation can be planned without showing a page`() async throws {
        _ = try await open("app://page/a")
        var stack = PageStack()
        for _ in 0..<2 { _ = stack.apply(.push(Page("old") {}.asking("Leave?")), for: nil, results: PageResults()) }
        let plan = await scene.mediator.plan("app://app", from: stack, origin: .shell, options: Scene.patient)
        #expect(plan.steps.map(\.command.name) == ["tabs", "push"])
        #expect(plan.steps.map(\.url) == ["app://app", "app://page/one"])
        #expect(plan.steps.map(\.questions) == [["Leave?", "Leave?"], []])
        #expect(try plan.outcome.get().stack.map(\.title) == ["one"])
        #expect(scene.navigator.commands.count == 1)
        #expect(await scene.navigator.stack().map(\.title) == ["a"])
    }

    @Test func `a plan follows the requests of handlers, and ends at the page of a detour`() async throws {
        let mediator = scene.mediator
        try scene.register(
            [
                Open("/guide") { _ in
                    _ = try await mediator.open("app://page/x", origin: .module("Guide"))
                    return Page("Guide") {}
                }.route,
                Open("/mine") { _ in Page("Mine") {} }.route,
                Open("/login") { _ in NavigationCommand.present(Page("Log in") {}) }.route,
            ],
            interceptors: [Interceptor("session", on: "/mine") { _ in .detour(to: "app://login") { _ in .pass } }],
            owner: "Guide")
        let plan = await mediator.plan("app://guide", from: PageStack(), origin: .shell, options: Scene.patient)
        #expect(plan.steps.map(\.url) == ["app://page/x", "app://guide"])
        let detour = await mediator.plan("app://mine", from: PageStack(), origin: .shell, options: Scene.patient)
        #expect(detour.steps.map(\.command.name) == ["present"])
        guard case .failure(let error) = detour.outcome, case .refused(_, _, let reason) = error.reason else {
            Issue.record("\(detour.outcome)")
            return
        }
        #expect(reason.contains("app://login first"))
        #expect(scene.navigator.commands.isEmpty)
    }

    @Test func `a plan has the redirects on the way to its page`() async throws {
        let ways = [("/way/1", "app://way/2"), ("/way/2", "app://page/end")]
        try scene.register(
            ways.map { way in Open(way.0) { _ in Response.redirect(to: RouteURL(way.1)) }.route }, owner: "Ways")
        let plan = await scene.mediator.plan("app://way/1", from: PageStack(), origin: .shell, options: Scene.patient)
        #expect(plan.redirects == ["app://way/2", "app://page/end"])
        #expect(plan.stack.top?.entry.title == "end")
    }

    @Test func `a choice can be planned, also if a handler or the module of the page opens a page`() async throws {
        let mediator = scene.mediator
        let call = Call("/act") { (_: ModuleKit.Request) async throws -> Bool in
            _ = try await mediator.open("app://page/called", origin: .module("Pages"))
            return true
        }
        try scene.register([call.route], owner: "Act")
        let page = Page("Choices") {
            Action("Call", calling: "app://act")
            Container(
                "part",
                receiving: { (_: String) in
                    _ = try await mediator.open("app://page/told", origin: .module("Pages"))
                }
            ) { Action("Tell", sending: "it") }
        }
        var stack = PageStack()
        _ = stack.apply(.push(page), for: nil, results: PageResults())
        for (target, title) in zip(page.targets, ["called", "told"]) {
            let plan = await mediator.plan(
                target, filledWith: nil, on: stack, origin: .shell, options: Scene.patient)
            _ = try plan.outcome.get()
            #expect(plan.stack.top?.entry.title == title)
        }
        #expect(scene.navigator.commands.isEmpty)
    }

    @Test func `a planned open does not suppress a real open as a duplicate`() async throws {
        try scene.register(
            [Open("/once") { _ in Page("Once") {} }.suppressingDuplicates(within: .seconds(100)).route], owner: "Once")
        _ = await scene.mediator.plan("app://once", from: PageStack(), origin: .shell, options: Scene.patient)
        #expect(try await open("app://once").outcome == .shown)
    }
}
