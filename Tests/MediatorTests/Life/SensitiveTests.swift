@_spi(Host) import ModuleKit
import TestSupport
import Testing

@Suite struct `A sensitive parameter` {
    /// Routes that keep a token to themselves, and others that lead there.
    private static func scene(_ gate: TaskGate = TaskGate()) throws -> Scene {
        let scene = try Scene(
            [
                Call("/login/:token") { "in" }.sensitive("token").route,
                Call("/login/:token/slow") { () async -> String in
                    await gate.pass()
                    return ""
                }.sensitive("token").route,
                Route("/maybe/:token", verb: .call, access: .modules, location: SourceLocation(fileID: "", line: 1)) {
                    _ in .declined
                }.sensitive("token"),
                Call("/maybe/*rest") { request in try request.parameters.value("none", as: Int.self) }.route,
                Route("/never/:token", verb: .call, access: .modules, location: SourceLocation(fileID: "", line: 1)) {
                    _ in .declined
                }.sensitive("token"),
                Open("/number/:token") { NavigationCommand.present(Page("") {}) }.sensitive("token").route,
                Call("/bad/:token") { 1 }.sensitive("token").route,
            ],
            interceptors: [
                Interceptor("lead", on: "/redirected") { _ in .redirect(to: "app://login/s3cr3t") },
                Interceptor("change", on: "/changed") {
                    .change($0.with(url: try RouteURL("app://login/s3cr3t")))
                },
                Interceptor("loop", on: "/login/:token/loop") { .redirect(to: $0.url.text) },
                Interceptor("nowhere", on: "/bad/:token") { _ in .redirect(to: "a b") },
                Interceptor("read", on: "/login/:token/slow") { request in
                    _ = try request.parameters.optional("token", as: Int.self)
                    return .pass
                },
                Interceptor("first", on: "/detour") { _ in .detour(to: "app://number/s3cr3t") },
            ],
            rewrites: [
                Rewrite("/enter/:token", to: "/login/:token"),
                Rewrite("/old/:token", to: "/never/:token").deprecated(from: "2026-01-01"),
                Rewrite("/older/:token", to: "/old/:token"), Rewrite("/split/:token", to: "/login/:token/loop"),
            ])
        try scene.register([Call("/login/:token/loop") { 1 }.sensitive("token").route], owner: "Loop")
        scene.observer.wantsTraces = true
        return scene
    }

    static let urls = [
        "app://redirected", "app://changed", "app://login/s3cr3t/loop", "app://bad/s3cr3t", "app://maybe/s3cr3t",
        "app://never/s3cr3t", "app://login/s3cr3t/slow", "app://number/s3cr3t",
        "app://old/s3cr3t", "app://older/s3cr3t", "app://split/s3cr3t",
    ]

    @Test(arguments: urls) func `is in no error and no trace, whatever way leads there`(_ url: String) async throws {
        let scene = try Self.scene()
        let error = await scene.failure(of: url)
        let traces = scene.observer.traces.map {
            "\($0.url) \($0.steps.map(\.decision)) \($0.error?.description ?? "")"
        }
        #expect(!traces.isEmpty)
        for text in traces + scene.observer.notes + [error?.description ?? ""] {
            #expect(!text.contains("s3cr3t"), "\(text)")
        }
    }

    @Test func `is in no decision of a rewrite, and not in what an answer of another type says`() async throws {
        let scene = try Self.scene()
        #expect(try await scene.call("app://enter/s3cr3t").get() == "in")
        let trace = try #require(scene.observer.traces.first)
        #expect(!trace.steps.map(\.decision).joined().contains("s3cr3t"))
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.call("app://login/s3cr3t", as: Int.self, origin: .shell)
        }
        #expect("\(try #require(error))".contains("the value of app://login/*** from Rent's route /login/"))
    }

    @Test func `is in no report of a stage that ended late`() async throws {
        let gate = TaskGate()
        let scene = try Scene([
            Call("/slow/:token") { () async -> String in
                await gate.pass()
                return ""
            }.sensitive("token").route
        ])
        let error = await scene.failure(of: "app://slow/s3cr3t", options: RequestOptions(deadline: .milliseconds(30)))
        #expect("\(try #require(error))".hasPrefix("no outcome of app://slow/***"))
        gate.open()
        try await Condition.becomesTrue { !scene.observer.notes.isEmpty }
        #expect(scene.observer.notes.allSatisfy { $0.contains("app://slow/***") })
    }

    @Test func `is in no refusal of a detour`() async throws {
        let scene = try Self.scene()
        let task = Task { await scene.failure(of: "app://detour") }
        try await Condition.becomesTrue { scene.navigator.page != nil }
        scene.navigator.perform(.dismiss(value: nil))
        #expect("\(try #require(await task.value))".contains("app://number/*** was left without an answer"))
        for trace in scene.observer.traces { #expect(!trace.steps.map(\.decision).joined().contains("s3cr3t")) }
    }

    @Test func `is in no explanation`() throws {
        let mediator = try Self.scene().mediator
        for url in ["app://login/s3cr3t", "app://maybe/s3cr3t"] {
            let explanation = try mediator.explain(url).routes
            #expect(!"\(explanation)".contains("s3cr3t"), "\(explanation)")
            #expect(explanation.candidates.first?.parameters.map(\.value) == ["***"])
        }
    }
}

extension Route {
    fileprivate func sensitive(_ names: String...) -> Route {
        var route = self
        route.sensitiveParameters.formUnion(names)
        return route
    }
}
