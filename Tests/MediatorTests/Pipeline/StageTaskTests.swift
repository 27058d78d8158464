@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The code of a stage` {
    /// The current task, as a text.
    private static var task: String { withUnsafeCurrentTask { "\($0?.hashValue ?? 0)" } }

    /// Routes and interceptors that answer with the task in which they run.
    private static let routes = [
        Call("/once") { _ in task }.route,
        Call("/wait") { (_: Request) async in task }.route,
        Call("/once/:id<int>") { (_: Request) in task }.route,
        Call("/behind/:name") { _ in task }.route,
    ]
    private static let interceptors = [
        Interceptor("answers", on: "/answered/once") { _ in .answer(Response.value(Payload(task))) },
        Interceptor("answers late", on: "/answered/wait") { _ async in .answer(Response.value(Payload(task))) },
        Interceptor("waits", on: "/behind/wait") { _ async in .pass },
        Interceptor("leads", on: "/led") { _ in .redirect(to: "app://wait") },
    ]

    /// URLs, and whether the code that answers them runs in the caller's task.
    static let rows: [(url: String, isCallers: Bool)] = [
        ("app://once", true), ("app://once/1", true), ("app://wait", false), ("app://answered/once", true),
        ("app://answered/wait", false), ("app://behind/nothing", true), ("app://behind/wait", false),
        ("app://led", false),
    ]

    @Test(arguments: rows) func `a stage runs in a separate task only if it or an earlier stage is asynchronous`(
        _ row: (url: String, isCallers: Bool)
    ) async throws {
        let scene = try Scene(Self.routes, interceptors: Self.interceptors)
        let answer = try await scene.call(row.url).get()
        #expect((answer == Self.task) == row.isCallers)
    }

    /// URLs that lead to a route that never answers, although their first stages are synchronous.
    static let ways = ["app://redirect", "app://change", "app://declined/1", "app://rewrite"]

    @Test(arguments: ways) func `an unforeseen asynchronous stage is abandoned at the deadline`(_ url: String)
        async throws
    {
        let gate = TaskGate()
        defer { gate.open() }
        let slow = { @Sendable (_: Request) async -> String in
            await gate.pass()
            return ""
        }
        let here = DeclarationSite(fileID: #fileID, line: #line)
        let declining = Route("/declined/:id<int>", verb: .call, access: .public, location: here) { _ in .declined }
        let scene = try Scene(
            [
                Call("/slow", handler: slow).route, declining, Call("/declined/:name", handler: slow).route,
            ],
            interceptors: [
                Interceptor("redirect", on: "/redirect") { _ in .redirect(to: "app://slow") },
                Interceptor("change", on: "/change") { .change($0.with(url: "app://slow")) },
            ], rewrites: [Rewrite("/rewrite", to: "/slow")])
        let error = await scene.failure(of: url, options: RequestOptions(deadline: .milliseconds(30)))
        guard case .deadline(_, .handler(_, "Rent"), _) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        gate.open()
        try await Condition.becomesTrue { scene.observer.notes.count == 1 }
        #expect(scene.observer.notes[0].contains("ended after the request for"))
    }

    @Test func `a synchronous handler is the last stage if the caller is cancelled during it`() async throws {
        let scene = try Scene([
            Open("/page") { (_: Request) -> Page in
                withUnsafeCurrentTask { $0?.cancel() }
                return Page("Too late") {}
            }.route
        ])
        let task = Task { try await scene.mediator.open("app://page", origin: .shell, options: Scene.patient) }
        let error = await #expect(throws: RequestError.self) { try await task.value }
        guard case .cancelled("app://page", .handler("/page", "Rent")) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(scene.navigator.commands.isEmpty)
    }

    @Test func `a call fails with cancelled if the caller is cancelled during a synchronous handler`() async throws {
        let scene = try Scene([
            Call("/value") { (_: Request) -> Int in
                withUnsafeCurrentTask { $0?.cancel() }
                return 7
            }.route
        ])
        let mediator = scene.mediator
        let task = Task { try await mediator.call("app://value", as: Int.self, origin: .shell, options: Scene.patient) }
        let error = await #expect(throws: RequestError.self) { try await task.value }
        guard case .cancelled("app://value", .handler("/value", "Rent")) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
    }

    @Test(arguments: [true, false])
    func `an interceptor sees the deadline as the outcome, and cannot change it`(
        _ mayWait: Bool
    ) async throws {
        let gate = TaskGate()
        defer { gate.open() }
        let seen = Mutex<[String]>([])
        let see = { @Sendable (outcome: Outcome) -> Outcome in
            seen.withLock { $0.append("\(outcome)") }
            return .answered(.value(Payload("instead")))
        }
        let watch = Interceptor("watch")
        let scene = try Scene(
            [
                Call("/slow") { (_: Request) async -> String in
                    await gate.pass()
                    return ""
                }.route
            ],
            interceptors: [
                mayWait ? watch.afterwards { _, outcome async in see(outcome) } : watch.afterwards { see($1) }
            ])
        let error = await scene.failure(of: "app://slow", options: RequestOptions(deadline: .milliseconds(30)))
        guard case .deadline = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        gate.open()
        try await Condition.becomesTrue { seen.withLock(\.count) == 1 }
        #expect(seen.withLock { $0[0] }.contains("failed"))
    }
}
