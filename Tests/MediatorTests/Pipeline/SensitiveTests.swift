@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A sensitive parameter` {
    /// Routes with a sensitive token, and interceptors and rewrites that lead to them.
    private static func scene(_ gate: TaskGate = TaskGate()) throws -> Scene {
        let scene = try Scene(
            [
                Call("/login/:token") { _ in "in" }.sensitive("token").route,
                Call("/login/:token/slow") { (_: Request) async -> String in
                    await gate.pass()
                    return ""
                }.sensitive("token").route,
                Route("/maybe/:token", verb: .call, access: .modules, location: DeclarationSite(fileID: "", line: 1)) {
                    _ in .declined
                }.sensitive("token"),
                Call("/maybe/*rest") { request in try request.parameters.value("none", as: Int.self) }.route,
                Route("/never/:token", verb: .call, access: .modules, location: DeclarationSite(fileID: "", line: 1)) {
                    _ in .declined
                }.sensitive("token"),
                Open("/number/:token") { _ in NavigationCommand.present(Page("") {}) }.sensitive("token").route,
                Call("/bad/:token") { _ in 1 }.sensitive("token").route,
                Call("/hand/:token") { _ in 1 }.sensitive("token").route,
                Call("/count/:number") { request in try request.parameters.value("number", as: Int.self) }.route,
                Call("/sum") { request in try request.parameters.value("number", as: Int.self) }.route,
            ],
            interceptors: [
                Interceptor("lead", on: "/redirected") { _ in .redirect(to: "app://login/s3cr3t") },
                Interceptor("change", on: "/changed") {
                    .change($0.with(url: "app://login/s3cr3t"))
                },
                Interceptor("loop", on: "/login/:token/loop") { .redirect(to: $0.url) },
                Interceptor("hand on", on: "/hand/:token") { request in
                    let path = request.url.query.isEmpty ? "app://count/" : "app://sum?number="
                    return .redirect(to: RouteURL(path + "s3cr3t"))
                },
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
        try scene.register([Call("/login/:token/loop") { _ in 1 }.sensitive("token").route], owner: "Loop")
        scene.observer.wantsTraces = true
        return scene
    }

    static let urls = [
        "app://redirected", "app://changed", "app://login/s3cr3t/loop", "app://bad/s3cr3t", "app://maybe/s3cr3t",
        "app://never/s3cr3t", "app://login/s3cr3t/slow", "app://number/s3cr3t",
        "app://old/s3cr3t", "app://older/s3cr3t", "app://split/s3cr3t", "app://hand/s3cr3t",
        "app://hand/s3cr3t?query",
    ]

    @Test(arguments: urls) func `errors, traces and notes mask a sensitive parameter, however its route is reached`(
        _ url: String
    ) async throws {
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

    /// A sensitive wildcard, a sensitive parameter whose URL a wildcard takes, and a rewrite.
    @Test(arguments: ["app://secret/s3c%2Fr3t", "app://maybe/s3c%2Fr3t", "app://enter/s3c%2Fr3t"])
    func `a sensitive parameter masks a segment with an encoded slash`(_ url: String) async throws {
        let failing = { @Sendable (request: Request) in try request.parameters.value("none", as: Int.self) }
        let scene = try Scene(
            [
                Call("/secret/*token", handler: failing).sensitive("token").route,
                Route("/maybe/:token", verb: .call, access: .modules, location: DeclarationSite(fileID: "", line: 1)) {
                    _ in .declined
                }.sensitive("token"),
                Call("/maybe/*rest", handler: failing).route,
            ], rewrites: [Rewrite("/enter/*token", to: "/secret/*token")])
        scene.observer.wantsTraces = true
        let error = await scene.failure(of: url)
        let texts = scene.observer.traces.map { "\($0.url) \($0.steps)" } + [error?.description ?? ""]
        for text in texts { #expect(!text.contains("r3t"), "\(text)") }
    }

    @Test func `the decision of a rewrite and the error about a type mask a sensitive parameter`() async throws {
        let scene = try Self.scene()
        #expect(try await scene.call("app://enter/s3cr3t").get() == "in")
        let trace = try #require(scene.observer.traces.first)
        #expect(!trace.steps.map(\.decision).joined().contains("s3cr3t"))
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.call("app://login/s3cr3t", as: Int.self, origin: .shell)
        }
        #expect("\(try #require(error))".contains("the value of app://login/*** from Rent's route /login/"))
    }

    @Test func `the report of a stage that ended late masks a sensitive parameter`() async throws {
        let gate = TaskGate()
        let scene = try Scene([
            Call("/slow/:token") { (_: Request) async -> String in
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

    @Test func `the refusal of a detour masks a sensitive parameter`() async throws {
        let scene = try Self.scene()
        let task = Task { await scene.failure(of: "app://detour") }
        try await Condition.becomesTrue { scene.navigator.page != nil }
        scene.navigator.perform(.dismiss(value: nil))
        #expect("\(try #require(await task.value))".contains("app://number/*** was left without an answer"))
        for trace in scene.observer.traces { #expect(!trace.steps.map(\.decision).joined().contains("s3cr3t")) }
    }

    @Test(arguments: ["app://lost/s3cr3t", "app://broken/s3cr3t", "app://shy/s3cr3t", "app://shy/x?token=s3cr3t"])
    func `resolvers do not get a sensitive parameter, which is masked in each URL that passes it on`(_ url: String)
        async throws
    {
        let asked = Asked()
        let scene = try Scene(
            [
                Open("/lost/:token") { Response.redirect(to: "app://nowhere/\($0.parameters["token"] ?? "")?a=s3cr3t") }
                    .sensitive("token").route,
                Open("/broken/:token") { Response.redirect(to: "no URL/\($0.parameters["token"] ?? "")") }
                    .sensitive("token").route,
                Open("/shy/:token") { _ in Response.declined }.sensitive("token").route,
            ], resolvers: [asked])
        scene.observer.wantsTraces = true
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.open(RouteURL(url), origin: .shell, options: Scene.patient)
        }
        #expect(try scene.mediator.availability(of: "app://shy/s3cr3t", origin: .shell) == .undecided)
        let traces = scene.observer.traces.map {
            "\($0.url) \($0.steps.map(\.decision)) \($0.error?.description ?? "")"
        }
        for text in traces + asked.urls + ["\(try #require(error))"] { #expect(!text.contains("s3cr3t"), "\(text)") }
    }

    @Test(arguments: ["app://outer/list", "app://gone/list"])
    func `resolvers get the URL that a request with a sensitive parameter calls or redirects to`(_ url: String)
        async throws
    {
        let asked = Asked()
        let scene = try Scene(resolvers: [asked])
        let mediator = scene.mediator
        try scene.register(
            [
                Call("/outer/:token") { (_: Request) async throws -> String in
                    try await mediator.call("app://inner/list", as: String.self, origin: .module("Rent"))
                }.sensitive("token").route,
                Open("/gone/:token") { _ in Response.redirect(to: "app://inner/other") }.sensitive("token").route,
            ], owner: "Outer")
        if url.contains("outer") {
            _ = await scene.failure(of: url)
        } else {
            _ = try? await mediator.open(RouteURL(url), origin: .shell, options: Scene.patient)
        }
        #expect(asked.urls == [url.contains("outer") ? "app://inner/list" : "app://inner/other"])
    }

    /// How the module that declared the parameter leaves.
    static let ends: [@Sendable (Scene) throws -> Void] = [
        { $0.mediator.unregister(owner: "Loop") },
        { try $0.mediator.replace(by: Registration(owner: "Loop")) },
        {
            $0.mediator.unregister(owner: "Loop")
            _ = Sleepers([], in: $0.mediator)
        },
    ]

    @Test(arguments: ends.indices, [false, true]) func `a parameter stays sensitive after its module has left`(
        _ end: Int, _ wasIdle: Bool
    ) async throws {
        let scene = try Scene()
        let loop = Registration(
            "Loop", [Open("/loop/:token<int>") { _ in Response.done }.sensitive("token")],
            rewrites: [Rewrite("/before/:token", to: "/loop/:token")])
        if wasIdle { _ = Sleepers([loop], in: scene.mediator) } else { try scene.mediator.register(loop) }
        try Self.ends[end](scene)
        scene.observer.wantsTraces = true
        for url in ["app://loop/4711", "app://before/4711"] {
            let error = await scene.failure(of: url)
            let trace = try #require(scene.observer.traces.last)
            for text in [trace.url, "\(try #require(error))", scene.mediator.shown(url)] {
                #expect(!text.contains("4711"), "\(text)")
            }
        }
    }

    @Test func `a sensitive parameter does not mask a literal segment of another route`() async throws {
        let scene = try Scene([Open("/user/:id") { _ in Page("") }.sensitive("id").route])
        #expect(scene.mediator.shown("app://user/profile?id=1") == "app://user/***?id=***")
        let profile = Registration("Profile", [Open("/user/profile") { _ in Page("") }])
        _ = Sleepers([profile], in: scene.mediator)
        #expect(scene.mediator.shown("app://user/profile?id=1") == "app://user/profile?id=***")
        let feedback = try await scene.mediator.open("app://user/profile", origin: .shell, options: Scene.patient)
        #expect(feedback.stack.map(\.url) == ["app://user/profile"])
        #expect(scene.mediator.shown("app://user/7") == "app://user/***")
    }

    @Test func `a sensitive parameter may be declared by a module that never ran`() throws {
        let scene = try Scene()
        let manifest = Manifest(Registration("Off", [Open("/off/:token") { _ in Response.done }.sensitive("token")]))
        #expect(scene.mediator.shown("app://off/s3cr3t") == "app://off/s3cr3t")
        scene.mediator.redact(manifest, of: "Off")
        #expect(scene.mediator.shown("app://off/s3cr3t") == "app://off/***")
    }

    /// A text with a URL, and its redacted form.
    static let texts: [(text: String, shown: String)] = [
        ("app://login/s3cr3t", "app://login/***"), ("--url=app://login/s3cr3t", "--url=app://login/***"),
        ("see app://login/s3cr3t, or app://login/x.", "see app://login/***, or app://login/***."),
        (#"{"url":"app://login/s3cr3t"}"#, #"{"url":"app://login/***"}"#), ("login/s3cr3t", "login/***"),
        ("app://login/s3cr3t%zz", "app://login/***"), ("app://login/%ffs3cr3t", "app://login/***"),
        ("app://login/s3 cr3t", "app://login/***"), ("app://login/s3cr3t\u{1}", "app://login/***"),
        ("app://login/" + String(repeating: "s3cr3t", count: 2_000), "app://login/***"),
        ("app://number/1?token=s3cr3t#s3cr3t", "app://number/***?token=***"),
        ("[app://login/s3cr3t]", "[app://login/***]"), ("(see app://login/s3cr3t)", "(see app://login/***)"),
        ("a|app://login/s3cr3t|b", "a|app://login/***|b"), ("and/or: nothing", "and/or: nothing"),
        ("app://other/a?b=c#d", "app://other/a?b=c#d"), ("", ""),
    ]

    @Test(arguments: texts) func `a redacted text masks the sensitive parameters of its URLs`(
        _ row: (text: String, shown: String)
    ) throws {
        #expect(try Self.scene().mediator.redacted(row.text) == row.shown)
    }

    @Test func `an explanation masks a sensitive parameter`() throws {
        let mediator = try Self.scene().mediator
        for url in ["app://login/s3cr3t", "app://maybe/s3cr3t"] {
            let explanation = try mediator.explain(RouteURL(url)).routes
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

/// A resolver that records the URLs of its questions.
private final class Asked: Resolver {
    private let state = Mutex<[String]>([])

    let name = "asked"
    var urls: [String] { state.withLock(\.self) }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        state.withLock { $0.append(question.url.text) }
        return nil
    }

    func canResolve(_ url: RouteURL) -> Availability {
        state.withLock { $0.append(url.text) }
        return .undecided
    }
}
