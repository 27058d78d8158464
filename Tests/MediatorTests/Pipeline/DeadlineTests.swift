import Glibc
@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A deadline` {
    static let short = RequestOptions(deadline: .milliseconds(30))

    /// A navigator that waits at a gate.
    struct SlowNavigator: Navigator {
        let gate: TaskGate
        func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
            await gate.pass()
            return Feedback(.shown, stack: [])
        }
        func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
            PageStack().forecast(command, for: request)
        }
    }

    struct SlowResolver: Resolver {
        let gate: TaskGate
        let name = "slow"
        func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
            await gate.pass()
            return nil
        }
        func canResolve(_ url: RouteURL) -> Availability { .undecided }
    }

    /// A URL with a stage that never ends, and the stage in the error.
    static let stages: [(url: String, stage: Request.Stage)] = [
        ("app://slow", .handler(route: "/slow", module: "Rent")),
        ("app://guarded", .interceptor("guard", module: "Rent")),
        ("app://watched", .interceptor("watch", module: "Rent")),
        ("app://page", .navigator),
        ("app://nobody", .resolver("slow")),
        ("app://starting", .activation(module: "Late")),
    ]

    private static func mediator(_ gate: TaskGate) throws -> Switchboard {
        let mediator = Switchboard(navigator: SlowNavigator(gate: gate), resolvers: [SlowResolver(gate: gate)])
        var registration = Registration(owner: "Rent")
        registration.routes = ["/guarded", "/watched", "/page", "/starting"].map { Open($0) { _ in Page("") {} }.route }
        registration.routes.append(
            Open("/slow") { (_: Request) async -> Page in
                await gate.pass()
                return Page("") {}
            }.route)
        registration.interceptors = [
            Interceptor("guard", on: "/guarded") { _ in
                await gate.pass()
                return .pass
            },
            Interceptor("watch", on: "/watched").afterwards { _, outcome in
                await gate.pass()
                return outcome
            },
        ]
        try mediator.register(registration)
        let late = Registration("Late", interceptors: [Interceptor("late", on: "/starting")])
        _ = Sleepers([late], in: mediator) { _ in await gate.pass() }
        return mediator
    }

    @Test(arguments: stages) func `a deadline ends a request whose stage does not end, and names the stage`(
        _ row: (url: String, stage: Request.Stage)
    ) async throws {
        let gate = TaskGate()
        defer { gate.open() }
        let mediator = try Self.mediator(gate)
        let error = await #expect(throws: RequestError.self) {
            try await mediator.open(RouteURL(row.url), origin: .shell, options: Self.short)
        }
        guard case .deadline(row.url, row.stage, .milliseconds(30)) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(
            "\(RequestError(.deadline(url: row.url, stage: row.stage, limit: .milliseconds(30))))".contains("0.03 s"))
    }

    @Test func `a deadline cancels the stage that it abandons, and reports the stage's late end`() async throws {
        let gate = TaskGate()
        let scene = try Scene([
            Call("/slow") { (_: Request) async -> Bool in
                await gate.pass()
                return Task.isCancelled
            }.route
        ])
        guard case .deadline = await scene.failure(of: "app://slow", options: Self.short)?.reason else {
            Issue.record("no deadline")
            return
        }
        #expect(scene.observer.notes.isEmpty)
        gate.open()
        try await Condition.becomesTrue { scene.observer.notes.count == 1 }
        #expect(scene.observer.notes.first?.hasPrefix("Rent's route /slow ended after the request") == true)
    }

    @Test func `no stage begins after the deadline, and the late stage is reported by its name`() async throws {
        let gate = TaskGate()
        let scene = try Scene(
            [Open("/page") { _ in Page("Too late") {} }.route],
            interceptors: [
                Interceptor("slow") { _ in
                    await gate.pass()
                    return .pass
                }.afterwards { _, outcome in outcome }
            ])
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.open("app://page", origin: .shell, options: Self.short)
        }
        guard case .deadline(_, .interceptor("slow", "Rent"), _) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        gate.open()
        try await Condition.becomesTrue { !scene.observer.notes.isEmpty }
        #expect(scene.observer.notes.map { $0.hasPrefix("Rent's interceptor slow ended after") } == [true])
        #expect(scene.navigator.commands.isEmpty)
    }

    @Test func `a handler that stops when it is cancelled at the deadline is not reported as late`() async throws {
        let told = Mutex(0)
        let scene = try Scene(
            [
                Call("/slow") { (_: Request) async throws -> Bool in
                    try await Task.sleep(for: .seconds(600))
                    return true
                }.route
            ],
            interceptors: [
                Interceptor("sees").afterwards { _, outcome in
                    if case .failed(let error) = outcome, error.code == .deadline { told.withLock { $0 += 1 } }
                    return outcome
                }
            ])
        for _ in 1...20 {
            guard case .deadline = await scene.failure(of: "app://slow", options: Self.short)?.reason else {
                Issue.record("no deadline")
                return
            }
        }
        try await Condition.becomesTrue { told.withLock { $0 == 20 } }
        #expect(scene.observer.notes.isEmpty, "\(scene.observer.notes)")
    }

    @Test func `a request's deadline also ends its nested requests`() async throws {
        let gate = TaskGate()
        let scene = try Scene([
            Call("/inner") { (_: Request) async throws -> String in
                try await withTaskCancellationHandler {
                    await gate.pass()
                    try Task.checkCancellation()
                    return ""
                } onCancel: {
                    gate.open()
                }
            }.route
        ])
        let mediator = scene.mediator
        try scene.register(
            [
                Call("/outer") { (_: Request) async throws -> String in
                    try await mediator.call("app://inner", as: String.self, origin: .module("Outer"))
                }.route
            ], owner: "Outer")
        let error = await scene.failure(of: "app://outer", options: Self.short)
        guard case .deadline("app://outer", .handler("/outer", "Outer"), _) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        await gate.pass()
    }

    @Test(arguments: [Duration.zero, .seconds(-5), .nanoseconds(1)])
    func `a deadline of a nanosecond or less ends a stage that suspends`(
        _ limit: Duration
    ) async throws {
        let gate = TaskGate()
        defer { gate.open() }
        let scene = try Scene([
            Call("/slow") { (_: Request) async -> String in
                await gate.pass()
                return ""
            }.route
        ])
        let error = await scene.failure(of: "app://slow", options: RequestOptions(deadline: limit))
        guard case .deadline = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
    }

    @Test func `a deadline does not count the time that a nested request's page waits for a person`() async throws {
        let gate = TaskGate()
        defer { gate.open() }
        let scene = try Scene([
            Open("/login") { _ in NavigationCommand.present(Page("Log in") {}) }.route,
            Call("/slow") { (_: Request) async -> String in
                await gate.pass()
                return ""
            }.route,
        ])
        let (mediator, navigator) = (scene.mediator, scene.navigator)
        try scene.register(
            [
                Call("/user") { (_: Request) async throws -> String in
                    try await mediator.open("app://login", awaiting: String.self, origin: .module("User")) ?? "nobody"
                }.route
            ], owner: "User")
        async let user = scene.call("app://user", options: RequestOptions(deadline: .seconds(2)))
        try await Condition.becomesTrue { navigator.page?.title == "Log in" }
        // This request begins later and takes longer than the deadline of the first one.
        _ = await scene.call("app://slow", options: RequestOptions(deadline: .milliseconds(2500)))
        navigator.perform(.dismiss(value: Payload("Lin")))
        #expect(try await user.get() == "Lin")
    }

    @Test func `a deadline applies to a stage that blocked its thread, as soon as the stage ends`() async throws {
        let scene = try Scene([
            Open("/block") { (_: Request) -> Page in
                usleep(50_000)
                return Page("too late") {}
            }.route
        ])
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.open("app://block", origin: .shell, options: Self.short)
        }
        guard case .deadline("app://block", .handler("/block", "Rent"), _) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(scene.navigator.commands.isEmpty)
    }
}
