@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A trace` {
    private static func scene() throws -> Scene {
        let scene = try Scene(
            [
                Open("/rent/:id") { _ in Page("Home") {} }.route,
                Call("/sum") { _ in 1 }.route,
                Call("/login/:token/:name") { request in
                    try request.parameters.value("name", as: Int.self)
                }.sensitive("token", "pin").route,
            ],
            interceptors: [Interceptor("gate", on: "/sum") { _ in .redirect(to: "app://rent/1") }],
            rewrites: [Rewrite("/home/:id", to: "/rent/:id")])
        scene.observer.wantsTraces = true
        return scene
    }

    @Test func `a trace has every stage in order, with its module and decision`() async throws {
        let scene = try Self.scene()
        _ = try await scene.mediator.open("app://home/42", origin: .module("Messages"))
        let trace = try #require(scene.observer.traces.first)
        #expect(trace.url == "app://home/42" && trace.verb == .open && trace.origin == .module("Messages"))
        #expect(trace.error == nil && trace.parent == nil)
        let steps = trace.steps.map { "\($0.stage): \($0.decision)" }
        #expect(
            steps == [
                "the rewrites: to app://rent/42, by Rent's rewrite /home/:id", "the look-up: Rent's route /rent/:id",
                "Rent's route /rent/:id: a page", "the navigator: shown",
            ])
        #expect(zip(trace.steps, trace.steps.dropFirst()).allSatisfy { $0.start + $0.duration <= $1.start })
    }

    /// The same module twice, with synchronous and with asynchronous code.
    @Test(arguments: ["app://page/1", "app://led", "app://no", "app://nowhere"])
    func `a trace is the same for synchronous and asynchronous code`(_ url: String) async throws {
        let page = Page("Page") {}
        var steps: [[String]] = []
        for mayWait in [false, true] {
            let scene =
                try mayWait
                ? Scene(
                    [Open("/page/:id") { (_: Request) async in page }.route],
                    interceptors: [
                        Interceptor("a") { _ async in .pass },
                        Interceptor("b", on: "/led") { _ async in .redirect(to: "app://page/2") },
                        Interceptor("c", on: "/no") { _ async in .refuse("no; never") },
                    ])
                : Scene(
                    [Open("/page/:id") { _ in page }.route],
                    interceptors: [
                        Interceptor("a") { _ in .pass },
                        Interceptor("b", on: "/led") { _ in .redirect(to: "app://page/2") },
                        Interceptor("c", on: "/no") { _ in .refuse("no; never") },
                    ])
            scene.observer.wantsTraces = true
            _ = try? await scene.mediator.open(RouteURL(url), origin: .shell, options: Scene.patient)
            steps.append(scene.observer.traces.flatMap { $0.steps.map { "\($0.stage): \($0.decision)" } })
        }
        #expect(steps[0] == steps[1] && steps[0].contains("Rent's interceptor a: pass"))
    }

    @Test func `a trace exists for a request that is refused before it begins`() async throws {
        let scene = try Self.scene()
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.open("app://rent/1", origin: .external, options: RequestOptions(context: 1))
        }
        guard case .contextRefused = error?.reason else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(scene.observer.traces.count == 1)
    }

    @Test func `a trace contains the error and the decision that led to it`() async throws {
        let scene = try Self.scene()
        guard case .wrongVerb = await scene.failure(of: "app://sum")?.reason else {
            Issue.record("no error")
            return
        }
        let trace = try #require(scene.observer.traces.first)
        #expect(trace.steps.map(\.decision).contains("redirected to app://rent/1"))
        #expect(trace.error != nil)
    }

    @Test func `the trace of a nested request refers to its parent`() async throws {
        let scene = try Self.scene()
        let mediator = scene.mediator
        try scene.register(
            [
                Open("/outer") { (_: Request) async throws -> Response in
                    _ = try await mediator.open("app://rent/1", origin: .module("Outer"))
                    return .done
                }.route
            ], owner: "Outer")
        _ = try await mediator.open("app://outer", origin: .shell)
        let (inner, outer) = (scene.observer.traces[0], scene.observer.traces[1])
        #expect(inner.parent == outer.request && outer.parent == nil)
        #expect(outer.request < inner.request)
    }

    @Test func `a request is traced only if the observer wants traces`() async throws {
        let scene = try Self.scene()
        scene.observer.wantsTraces = false
        _ = try await scene.mediator.open("app://rent/1", origin: .shell)
        #expect(scene.observer.traces.isEmpty)
    }

    @Test func `a trace and the error mask sensitive values`() async throws {
        let scene = try Self.scene()
        let url = "app://login/s3cr3t/Lin?pin=1234&city=%E6%9D%AD"
        let error = try #require(await scene.failure(of: url))
        let trace = try #require(scene.observer.traces.first)
        for text in ["\(error)", trace.url, "\(try #require(trace.error))", trace.steps.map(\.decision).joined()] {
            #expect(!text.contains("s3cr3t") && !text.contains("1234"), "\(text)")
        }
        #expect(trace.url == "app://login/***/Lin?pin=***&city=%E6%9D%AD")
    }
}
