@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The pipeline of a request` {
    /// Returns a handler that ends only when the gate opens.
    private static func hanging(_ gate: TaskGate) -> @Sendable () async -> String {
        {
            await gate.pass()
            return ""
        }
    }

    @Test func `the default deadline of a request is ten seconds`() {
        #expect(RequestOptions().deadline == .seconds(10))
        #expect(RequestOptions.defaultDeadline == .seconds(10))
    }

    @Test func `a deadline applies to all stages together, even if each one alone is in time`() async throws {
        let pause = { @Sendable () async in _ = try? await Task.sleep(for: .milliseconds(300)) }
        let scene = try Scene(
            [
                Call("/slow") { (_: Request) async -> String in
                    await pause()
                    return "late"
                }.route
            ],
            interceptors: [
                Interceptor("first") { _ in
                    await pause()
                    return .pass
                }
            ])
        let error = await scene.failure(of: "app://slow", options: RequestOptions(deadline: .milliseconds(500)))
        guard case .deadline(_, _, .milliseconds(500)) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
    }

    @Test(arguments: [true, false]) func `a deadline names the interceptor whose detour does not end, traced or not`(
        _ isTraced: Bool
    ) async throws {
        let gate = TaskGate()
        defer { gate.open() }
        let scene = try Scene(
            [
                Call("/behind") { (_: Request) async in "behind" }.route,
                Open("/login") { (_: Request) async -> Page in
                    await gate.pass()
                    return Page("Log in") {}
                }.route,
            ], interceptors: [Interceptor("guard", on: "/behind") { _ in .detour(to: "app://login") }])
        scene.observer.wantsTraces = isTraced
        let error = await scene.failure(of: "app://behind", options: RequestOptions(deadline: .milliseconds(30)))
        guard case .deadline("app://behind", .interceptor("guard", module: "Rent"), _) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
    }

    @Test func `a request does not keep an object alive that holds the request`() async throws {
        final class Session: Sendable {
            let request: Request
            init(_ request: Request) { self.request = request }
        }
        let scene = try Scene([
            Call(object: "/session") { (request: Request) async -> Session in
                await Task.yield()
                return Session(request)
            }.route
        ])
        weak var session: Session?
        do {
            let found = try await scene.mediator.call(
                "app://session", as: Session.self, origin: .shell, options: RequestOptions(deadline: .milliseconds(30)))
            session = found
            #expect(session != nil)
        } catch {
            // A busy machine may miss the deadline. Even then, the request must not keep the value.
        }
        try await Condition.becomesTrue { session == nil }
    }

    @Test func `a request of a task that a planned handler starts is part of the plan`() async throws {
        let scene = try Scene([Open("/page") { _ in Page("Page") {} }.route])
        let mediator = scene.mediator
        let opened = Mutex<Task<Bool, Never>?>(nil)
        try scene.register(
            [
                Open("/starts") { (_: Request) -> Response in
                    let task = Task { (try? await mediator.open("app://page", origin: .module("Other"))) != nil }
                    opened.withLock { $0 = task }
                    return .done
                }.route
            ], owner: "Other")
        _ = await mediator.plan("app://starts", from: PageStack(), origin: .shell)
        #expect(await opened.withLock(\.self)?.value == true)
        #expect(scene.navigator.commands.isEmpty)
    }

    @Test func `the event of a page reaches a module that subscribes during the request`() async throws {
        let gate = TaskGate()
        let scene = try Scene([
            Open("/slow") { (_: Request) async -> Page in
                await gate.pass()
                return Page("Slow") {}
            }.route
        ])
        let mediator = scene.mediator
        let task = Task { try await mediator.open("app://slow", origin: .shell, options: Scene.patient) }
        try await Condition.becomesTrue { gate.arrivals == 1 }
        let told = Mutex<[String]>([])
        var listener = Registration(owner: "Listener")
        listener.subscriptions = [
            Subscription(to: .pageDidAppear) { change in told.withLock { $0.append(change.url) } }
        ]
        try mediator.register(listener)
        gate.open()
        _ = try await task.value
        #expect(told.withLock(\.self) == ["app://slow"])
    }

    @Test func `an interceptor of a module that starts during the request sees the outcome`() async throws {
        let seen = Mutex<[String]>([])
        let scene = try Scene(
            [Call("/b") { _ in "b" }.route],
            interceptors: [Interceptor("lead", on: "/a") { .change($0.with(url: "app://b")) }])
        let audit = Interceptor("log", on: "/b").afterwards { request, outcome in
            seen.withLock { $0.append(request.url.text) }
            return outcome
        }
        _ = Sleepers([Registration("Audit", interceptors: [audit])], in: scene.mediator)
        #expect(try await scene.call("app://a").get() == "b")
        #expect(seen.withLock(\.self) == ["app://b"])
    }

    @Test func `interceptors do not see success for a request that misses its deadline`() async throws {
        let seen = Mutex<[String]>([])
        let scene = try Scene(
            [Call("/b") { _ in "b" }.route],
            interceptors: [
                Interceptor("log").afterwards { _, outcome in
                    seen.withLock { $0.append("\(outcome)") }
                    return outcome
                }
            ])
        guard case .deadline = await scene.failure(of: "app://b", options: RequestOptions(deadline: .zero))?.reason
        else {
            Issue.record("no deadline")
            return
        }
        #expect(seen.withLock { $0.allSatisfy { $0.contains("failed") } })
    }

    @Test func `a body that an interceptor set is kept when another interceptor redirects`() async throws {
        let scene = try Scene(
            [Call("/target") { request in try request.decode(as: Int.self) }.route],
            interceptors: [
                Interceptor("sign", on: "/start") { .change($0.with(body: Payload(2))) },
                Interceptor("turn", on: "/start", after: ["sign"]) { _ in .redirect(to: "app://target") },
            ])
        let sum = try await scene.mediator.call("app://start", body: Payload(1), as: Int.self, origin: .shell)
        #expect(sum == 2)
    }

    @Test func `a request uses the registry that it began with, even if a module leaves`() async throws {
        let gate = TaskGate()
        let scene = try Scene(interceptors: [
            Interceptor("wait", on: "/start") { _ in
                await gate.pass()
                return .redirect(to: "app://guest/1")
            }
        ])
        try scene.register([Call("/guest/:id") { _ in "guest" }.route], owner: "Guest")
        async let answer = scene.call("app://start")
        try await Condition.becomesTrue { gate.arrivals == 1 }
        scene.mediator.unregister(owner: "Guest")
        gate.open()
        #expect(try await answer.get() == "guest")
        guard case .noRoute = await scene.failure(of: "app://guest/1")?.reason else {
            Issue.record("the module did not leave")
            return
        }
    }

    @Test func `a loop of rewrites and redirects ends after 16 steps`() async throws {
        let scene = try Scene(
            [Call("/c") { _ in "c" }.route],
            interceptors: [
                Interceptor("redirect", on: "/b") { _ in .redirect(to: "app://a") }
            ], rewrites: [Rewrite("/a", to: "/b")])
        guard case .tooManyRedirects(let chain, let redirectSources) = await scene.failure(of: "app://a")?.reason else {
            Issue.record("no end")
            return
        }
        #expect(chain.count == 18 && chain.first == "app://a")
        #expect(redirectSources == ["Rent's rewrite /a", "Rent's interceptor redirect"])
    }

    /// URLs that lead an external caller to a route that is not public.
    @Test(arguments: ["app://detour", "app://answer", "app://redirect", "app://change", "app://rewrite"])
    func `an external caller cannot reach a route that is not public through another URL`(_ url: String) async throws {
        let scene = try Scene(
            [
                Open("/inner", access: .modules) { _ in Page("Inner") {} }.route,
                Open("/detour", access: .public) { _ in Page("Outer") {} }.route,
            ],
            interceptors: [
                Interceptor("detour", on: "/detour") { _ in .detour(to: "app://inner") },
                Interceptor("answer", on: "/answer") { _ in .answer(Response.redirect(to: "app://inner")) },
                Interceptor("redirect", on: "/redirect") { _ in .redirect(to: "app://inner") },
                Interceptor("change", on: "/change") { .change($0.with(url: "app://inner")) },
            ], rewrites: [Rewrite("/rewrite", to: "/inner")])
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.open(RouteURL(url), origin: .external, options: Scene.patient)
        }
        guard case .accessDenied(_, "/inner", "Rent", .modules, .external) = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(scene.navigator.commands.isEmpty)
    }
}
