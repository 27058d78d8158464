@_spi(Host) import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The events of pages` {
    private let assembly = Assembly()
    private let log = Log()

    init() throws {
        @RoutesBuilder var routes: [Route] {
            Open("/page/:name") { request in Page(request.parameters["name"] ?? "") {} }
            Open("/present/:name") { request in
                NavigationCommand.present(Page(request.parameters["name"] ?? "") {})
            }
            Open("/replace/:name") { request in
                NavigationCommand.replace(Page(request.parameters["name"] ?? "") {})
            }
            Open("/web") { _ in NavigationCommand.web(url: "https://example.com/") }
            Open("/script") { _ in NavigationCommand.web(url: "javascript:alert(1)") }
            Open("/root") { _ in NavigationCommand.popToRoot }
            Open("/only/:name") { request in NavigationCommand.root(Page(request.parameters["name"] ?? "") {}) }
            Open("/app") { _ in NavigationCommand.tabs([Tab("X", url: "app://page/x"), Tab("Y", url: "app://page/x")]) }
            Open("/two") { _ in NavigationCommand.sequence([.popToRoot, .push(Page("s") {})]) }
            Open("/other") { _ in NavigationCommand.tab("Y") }
            Open("/done") { _ in Response.done }
        }
        try assembly.register("Pages", routes: routes)
    }

    private func subscriptions(_ owner: String) -> [Subscription] {
        let log = log
        let tell = { (event: Event<PageChange>, what: String) in
            Subscription(to: event) { page in log.add("\(owner) \(what) \(page.title)") }
        }
        return [
            tell(.pageWillAppear, "+"), tell(.pageDidAppear, "⊕"), tell(.pageWillDisappear, "-"),
            tell(.pageDidDisappear, "⊖"),
        ]
    }

    /// The steps of a person, and the events of the last step.
    static let turns: [(steps: [String], told: [String])] = [
        (["/page/a"], ["+ a", "⊕ a"]),
        (["/page/a", "/page/b"], ["- a", "+ b", "⊖ a", "⊕ b"]),
        (["/page/a", "/page/b", "pop"], ["- b", "+ a", "⊖ b", "⊕ a"]),
        (["/page/a", "/present/b"], ["- a", "+ b", "⊖ a", "⊕ b"]),
        (["/page/a", "/present/b", "/page/c", "dismiss"], ["- c", "+ a", "⊖ c", "⊕ a"]),
        (["/present/a", "dismiss"], ["- a", "⊖ a"]),
        (["/page/a", "/replace/b"], ["- a", "+ b", "⊖ a", "⊕ b"]),
        (["/page/a", "/replace/a"], ["- a", "+ a", "⊖ a", "⊕ a"]),
        (["/page/a", "/page/a"], ["- a", "+ a", "⊖ a", "⊕ a"]),
        (["/page/a", "/page/b", "/page/c", "/root"], ["- c", "+ a", "⊖ c", "⊕ a"]),
        (["/page/a", "/root"], []),
        (["/page/a", "/page/b", "/page/c", "back 2"], ["- c", "+ a", "⊖ c", "⊕ a"]),
        (["/page/a", "/page/b", "/page/c", "back 2", "forward 2"], ["- a", "+ c", "⊖ a", "⊕ c"]),
        (["/page/a", "/page/a", "pop", "forward 1"], ["- a", "+ a", "⊖ a", "⊕ a"]),
        (["/page/a", "forward 1"], []),
        (["/page/a", "/page/b", "to app://page/a"], ["- b", "+ a", "⊖ b", "⊕ a"]),
        (["/page/a", "/page/b", "to app://page/b"], []),
        (["/page/a", "/page/b", "/only/c"], ["- b", "+ c", "⊖ b", "⊕ c"]),
        (["/page/a", "/only/a"], ["- a", "+ a", "⊖ a", "⊕ a"]),
        (["/page/a", "/page/b", "/page/c", "/two"], ["- c", "+ s", "⊖ c", "⊕ s"]),
        (["/page/a", "/app"], ["- a", "⊖ a", "+ x", "⊕ x"]),
        (["/app", "/other"], ["- x", "⊖ x", "+ x", "⊕ x"]),
        (["/app", "/other", "tab X"], ["- x", "+ x", "⊖ x", "⊕ x"]),
        (["/app", "/other", "tab Y"], []),
        (["/page/a", "pop"], []),
        (["pop"], []),
        (["dismiss"], []),
        (["/page/a", "/script"], []),
        (["/page/a", "/done"], []),
        (
            ["/page/a", "/web"],
            ["- a", "+ https://example.com/", "⊖ a", "⊕ https://example.com/"]
        ),
    ]

    @Test(arguments: turns) func `requests and commands publish a change of the visible page before and after it`(
        _ row: (steps: [String], told: [String])
    ) async throws {
        for step in row.steps.dropLast() { try await take(step) }
        try assembly.register("Listener", subscriptions: subscriptions("Listener"))
        try await take(row.steps[row.steps.count - 1])
        #expect(log.all == row.told.map { "Listener \($0)" })
    }

    @Test func `the events of appearing pages come in order, and of disappearing pages in reverse order`() async throws
    {
        try await take("/page/a")
        try assembly.register("A", subscriptions: subscriptions("A"))
        try assembly.register("B", subscriptions: subscriptions("B"))
        try await take("/page/b")
        #expect(log.all == ["B - a", "A - a", "A + b", "B + b", "B ⊖ a", "A ⊖ a", "A ⊕ b", "B ⊕ b"])
    }

    @Test func `events of pages contain the URL and the style of the page`() async throws {
        let log = log
        try assembly.subscribe("Listener", to: .pageDidAppear) { (page: PageChange) in
            log.add("\(page.url) \(page.style)")
        }
        try await take("/page/a")
        try await take("/present/b")
        #expect(log.all == ["app://page/a pushed", "app://present/b presented"])
    }

    @Test func `a subscriber may decode the event of a page as another type`() async throws {
        let log = log
        try assembly.subscribe("Listener", to: "switchboard.page.did-appear") { (page: [String: String]) in
            log.add(page.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
        }
        try await take("/page/a")
        #expect(log.all == ["style=pushed title=a url=app://page/a"])
    }

    @Test func `a subscriber to the event of a page may open another page`() async throws {
        let mediator = assembly.mediator
        try assembly.subscribe("Guide", to: .pageDidAppear) { (page: PageChange) in
            if page.title == "a" { _ = try await mediator.open("app://page/b", origin: .module("Guide")) }
        }
        try await take("/page/a")
        #expect(assembly.navigator.page?.title == "b")
        #expect(assembly.notes.all.isEmpty)
    }

    @Test func `a page is shown even if a subscriber to its events fails or hangs`() async throws {
        let hanging = Subscription(to: .pageWillAppear) { _ in await withUnsafeContinuation { _ in } }
        let failing = Subscription(to: "switchboard.page.will-appear") { (_: Int) in }
        try assembly.register("Bad", subscriptions: [hanging.deadline(.seconds(2)), failing])
        let feedback = try await assembly.mediator.open(
            "app://page/a", origin: .shell, options: RequestOptions(deadline: .milliseconds(1500)))
        #expect(feedback.outcome == .shown)
        #expect(assembly.notes.all.count == 2)
    }

    @Test func `the navigator makes forecasts only if a module subscribes to events of pages`() async throws {
        let navigator = CountingNavigator()
        let mediator = Switchboard(navigator: navigator)
        try mediator.register([Open("/page") { _ in Page("a") {} }.routes[0]], owner: "Pages")
        _ = try await mediator.open("/page", origin: .shell)
        _ = await mediator.perform(.pop)
        #expect(await navigator.looks == 0)
        var registration = Registration(owner: "Listener")
        registration.subscriptions = [Subscription(to: "another.event") { (_: Int) in }]
        try mediator.register(registration)
        _ = try await mediator.open("/page", origin: .shell)
        #expect(await navigator.looks == 0)
        mediator.unregister(owner: "Listener")
        registration.subscriptions = [Subscription(to: .pageDidAppear) { _ in }]
        try mediator.register(registration)
        _ = try await mediator.open("/page", origin: .shell)
        #expect(await navigator.looks > 0)
    }

    @Test func `only the will-appear event is published if the navigator refuses the page`() async throws {
        let log = log
        let mediator = Switchboard(navigator: RefusingNavigator())
        var registration = Registration(owner: "Pages")
        registration.routes = [Open("/page") { _ in Page("a") {} }.routes[0]]
        registration.subscriptions = subscriptions("Pages")
        try mediator.register(registration)
        let feedback = try await mediator.open("/page", origin: .shell)
        #expect(feedback.outcome == .refused(reason: "broken; mend it"))
        #expect(log.all == ["Pages + a"])
        #expect(await mediator.perform(.popToRoot).outcome == .refused(reason: "broken; mend it"))
    }

    /// Opens a URL's path, or performs a person's command.
    private func take(_ step: String) async throws {
        let words = step.split(separator: " ").map(String.init)
        switch words[0] {
        case "back": _ = await assembly.mediator.perform(.back(Int(words[1]) ?? 0))
        case "forward": _ = await assembly.mediator.perform(.forward(Int(words[1]) ?? 0))
        case "to": _ = await assembly.mediator.perform(.popTo(url: RouteURL(words[1])))
        case "tab": _ = await assembly.mediator.perform(.tab(words[1]))
        case "pop": _ = await assembly.mediator.perform(.pop)
        case "dismiss": _ = await assembly.mediator.perform(.dismiss(value: nil))
        default: _ = try await assembly.mediator.open(RouteURL("app:/" + step), origin: .shell)
        }
    }
}

/// Counts its forecasts.
private actor CountingNavigator: Navigator {
    private(set) var looks = 0
    private let navigator = RecordingNavigator()

    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        await navigator.perform(command, for: request)
    }

    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        looks += 1
        return await navigator.forecast(command, for: request)
    }
}

/// Refuses every command.
private struct RefusingNavigator: Navigator {
    private let refusal = Feedback(.refused(reason: "broken; mend it"), stack: [])

    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback { refusal }

    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        PageStack().forecast(command, for: request)
    }
}
