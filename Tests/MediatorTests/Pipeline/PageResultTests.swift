@_spi(Host) import ModuleTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A page opened for a result` {
    static let routes = [
        Open("/picker") { _ in NavigationCommand.present(Page("Picker") {}) }.route,
        Open("/pushed") { _ in Page("Pushed") {} }.route,
        Open("/pick/:value") { request in
            NavigationCommand.dismiss(value: Payload(try request.parameters.value("value", as: Int.self)))
        }.route,
        Open("/nothing") { _ in Response.done }.route,
        Open("/refused") { _ in NavigationCommand.pop }.route,
        Open("/web") { _ in NavigationCommand.web(url: "ftp://x") }.route,
        Open("/redirect") { _ in Response.redirect(to: "app://picker") }.route,
    ]

    /// A URL, the command that leaves its page, and the result.
    static let ways: [(url: String, leave: NavigationCommand, value: Int?)] = [
        ("app://picker", .dismiss(value: Payload(7)), 7),
        ("app://picker", .dismiss(value: nil), nil),
        ("app://redirect", .dismiss(value: Payload(8)), 8),
        ("app://pushed", .pop, nil),
        ("app://pushed", .popToRoot, nil),
        ("app://pushed", .replace(Page("Other") {}), nil),
    ]

    @Test(arguments: ways) func `a page opened for a result returns its value, or nil if it is left without one`(
        _ row: (url: String, leave: NavigationCommand, value: Int?)
    ) async throws {
        let scene = try Scene(Self.routes)
        scene.navigator.perform(.push(Page("Root") {}))
        let task = Task { try await scene.mediator.open(RouteURL(row.url), awaiting: Int.self, origin: .shell) }
        try await Condition.becomesTrue { scene.navigator.page?.title != "Root" }
        scene.navigator.perform(row.leave)
        #expect(try await task.value == row.value)
    }

    @Test func `a page opened for a result returns the value with which another URL dismisses it`() async throws {
        let scene = try Scene(Self.routes)
        let first = Task { try await scene.mediator.open("app://picker", awaiting: Int.self, origin: .shell) }
        try await Condition.becomesTrue { scene.navigator.page?.title == "Picker" }
        let second = Task { try await scene.mediator.open("app://pushed", awaiting: Int.self, origin: .shell) }
        try await Condition.becomesTrue { scene.navigator.page?.title == "Pushed" }
        _ = try await scene.mediator.open("app://pick/5", origin: .shell)
        #expect(try await first.value == 5)
        #expect(try await second.value == nil)
        #expect(scene.navigator.page == nil)
    }

    @Test func `the opener of a page that tabs replace continues above the first page of the tab`() async throws {
        let scene = try Scene(
            Self.routes + [
                Open("/tabs") { _ in NavigationCommand.tabs([Tab("One", url: "app://slow")]) }.route,
                Open("/slow") { _ in
                    for _ in 0..<20 { await Task.yield() }
                    return Page("One") {}
                }.route,
            ])
        let opener = Task {
            _ = try await scene.mediator.open("app://picker", awaiting: Int.self, origin: .shell)
            return try await scene.mediator.open("app://pushed", origin: .shell, options: Scene.patient)
        }
        try await Condition.becomesTrue { scene.navigator.page?.title == "Picker" }
        _ = try await scene.mediator.open("app://tabs", origin: .shell, options: Scene.patient)
        _ = try await opener.value
        #expect(await scene.navigator.stack().map(\.title) == ["One", "Pushed"])
    }

    @Test func `a result of another type is an error that names both types`() async throws {
        let scene = try Scene(Self.routes)
        let task = Task { try await scene.mediator.open("app://picker", awaiting: String.self, origin: .shell) }
        try await Condition.becomesTrue { scene.navigator.page != nil }
        scene.navigator.perform(.dismiss(value: Payload(5)))
        let error = await #expect(throws: RequestError.self) { try await task.value }
        #expect("\(try #require(error))".contains("expected String, found Int"))
    }

    /// URLs without a page, and whether they are refused.
    static let pageless: [(url: String, isRefused: Bool)] = [
        ("app://nothing", false), ("app://refused", true), ("app://web", true), ("app://pick/3", true),
    ]

    @Test(arguments: pageless) func `a request for a result that does not show a page returns nil or is refused`(
        _ row: (url: String, isRefused: Bool)
    ) async throws {
        let scene = try Scene(Self.routes)
        do {
            #expect(try await scene.mediator.open(RouteURL(row.url), awaiting: Int.self, origin: .shell) == nil)
            #expect(!row.isRefused)
        } catch {
            guard case .refused(_, .navigator, _) = error.reason else { throw error }
            #expect(row.isRefused)
        }
    }

    /// Commands that return to another page.
    static let returns: [NavigationCommand] = [.pop, .popToRoot]

    @Test(arguments: returns) func `a request for a result that only goes back returns nil`(
        _ command: NavigationCommand
    ) async throws {
        let scene = try Scene([Open("/back") { _ in command }.route])
        for title in ["Root", "Detail"] { scene.navigator.perform(.push(Page(title) {})) }
        let value = try await scene.mediator.open(
            "app://back", awaiting: Int.self, origin: .shell, options: Scene.patient)
        #expect(value == nil)
        #expect(scene.navigator.page?.title == "Root")
    }

    @Test func `a page opened for a result is refused if no person can answer it`() async throws {
        struct Nobody: Navigator {
            func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
                Feedback(.shown, stack: [])
            }
            func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
                PageStack().forecast(command, for: request)
            }
        }
        let mediator = Switchboard(navigator: Nobody())
        try mediator.register(Self.routes, owner: "Rent")
        let error = await #expect(throws: RequestError.self) {
            try await mediator.open("app://picker", awaiting: Int.self, origin: .shell)
        }
        guard case .refused("app://picker", .page("app://picker"), let reason) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(reason.contains("no person can answer a page"))
    }

    /// The command that leaves the log-in page of a detour, and the request's answer or a part of its error.
    static let detours: [(leave: NavigationCommand, answer: String)] = [
        (.dismiss(value: Payload("Lin")), "for Lin"),
        (.dismiss(value: Payload("nobody")), "refused by Rent's interceptor session: nobody may not"),
        (.dismiss(value: nil), "refused by Rent's interceptor session: app://login was left without an answer"),
    ]

    @Test(arguments: detours) func `the result of a detour's page decides how the original request continues`(
        _ row: (leave: NavigationCommand, answer: String)
    ) async throws {
        let session = Interceptor("session", on: "/mine") { _ in
            .detour(to: "app://login") { value in
                let name = try value.decode(as: String.self)
                return name == "nobody" ? .refuse("nobody may not; log in as somebody") : .answer(Self.answer(name))
            }
        }
        let scene = try Scene(
            [
                Open("/login") { _ in NavigationCommand.present(Page("Log in") {}) }.route,
                Call("/mine") { _ in "mine" }.route,
            ], interceptors: [session])
        let task = Task { await scene.call("app://mine") }
        try await Condition.becomesTrue { scene.navigator.page != nil }
        scene.navigator.perform(row.leave)
        switch await task.value {
        case .success(let answer): #expect(answer == row.answer)
        case .failure(let error): #expect("\(error)".contains(row.answer), "\(error)")
        }
    }

    private static func answer(_ name: String) -> Response { .value(Payload("for \(name)")) }

    @Test func `a detour to a page that needs the same detour ends with an error that has the chain`() async throws {
        let scene = try Scene(
            [Open("/login") { _ in NavigationCommand.present(Page("Log in") {}) }.route],
            interceptors: [Interceptor("session") { _ in .detour(to: "app://login") }])
        guard case .tooDeep(let chain) = await scene.failure(of: "app://mine")?.reason else {
            Issue.record("no end")
            return
        }
        #expect(chain.first == "app://mine" && chain[1] == "app://login")
    }
}
