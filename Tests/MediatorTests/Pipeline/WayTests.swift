@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The way of a request` {
    /// A handler that never ends by itself.
    private static func hanging(_ gate: TaskGate) -> @Sendable () async -> String {
        {
            await gate.pass()
            return ""
        }
    }

    @Test func `a request may take ten seconds where no other deadline is set`() {
        #expect(RequestOptions().deadline == .seconds(10))
        #expect(RequestOptions.defaultDeadline == .seconds(10))
    }

    @Test func `a request has one deadline over all stages, of which each alone is in time`() async throws {
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

    @Test(arguments: [true, false]) func `a request names the interceptor whose detour does not end, traced or not`(
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

    @Test func `a request keeps no object alive whose value holds the request`() async throws {
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
            // A machine under load may be too late; then nobody has the value, nor may the request.
        }
        try await Condition.becomesTrue { session == nil }
    }

    @Test func `a request that a handler made in a task of its own is part of the plan`() async throws {
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

    @Test func `a request's page is told to those that listen at its end, however long it took to come`() async throws {
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

    @Test func `a request's end is seen by an interceptor of a module that it started on the way`() async throws {
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

    @Test func `a request that ends too late is a failure to its interceptors, as to its caller`() async throws {
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

    @Test func `a request goes on with the body that an interceptor put in place of the first`() async throws {
        let scene = try Scene(
            [Call("/target") { request in try request.decode(as: Int.self) }.route],
            interceptors: [
                Interceptor("sign", on: "/start") { .change($0.with(body: Payload(2))) },
                Interceptor("turn", on: "/start", after: ["sign"]) { _ in .redirect(to: "app://target") },
            ])
        let sum = try await scene.mediator.call("app://start", body: Payload(1), as: Int.self, origin: .shell)
        #expect(sum == 2)
    }

    @Test func `a request sees one generation of modules, whichever module leaves meanwhile`() async throws {
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

    @Test func `a request ends after 16 steps, whatever leads it on`() async throws {
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

    /// Ways of an outsider to a route that is not public.
    @Test(arguments: ["app://detour", "app://answer", "app://redirect", "app://change", "app://rewrite"])
    func `a request of an outsider ends before a route that is not public`(_ url: String) async throws {
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
