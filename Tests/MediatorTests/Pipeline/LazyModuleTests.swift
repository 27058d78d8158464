@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A lazy module` {
    struct Trouble: Error, CustomStringConvertible { let description = "it is broken; mend it" }

    private static func refusing(_ name: String = "no", on pattern: String) -> Interceptor {
        Interceptor(name, on: pattern) { _ in .refuse("no; never") }
    }

    private static func say(_ text: String, at pattern: String) -> Call { Call(pattern) { _ in text } }

    /// Returns a scene with a running module and lazy modules.
    private static func scene(
        _ sleepers: Registration..., begin: @escaping @Sendable (String) async throws -> Void = { _ in }
    ) throws -> (Scene, Sleepers) {
        let scene = try Scene([say("rent", at: "/rent/:id").route, say("modules", at: "/modules").route])
        return (scene, Sleepers(sleepers, in: scene.mediator, begin: begin))
    }

    @Test func `a lazy module is started by the first request that matches one of its routes`() async throws {
        let (scene, sleepers) = try Self.scene(
            Registration("Late", [Self.say("late", at: "/late/:x")]), Registration("Other", [Self.say("o", at: "/o")]))
        #expect(try await scene.call("app://modules").get() == "modules")
        #expect(sleepers.started.isEmpty)
        #expect(try await scene.call("app://late/1").get() == "late")
        #expect(try await scene.call("app://late/2").get() == "late")
        #expect(sleepers.started == ["Late"])
    }

    @Test func `a lazy module is not started if another module has a more specific route`() async throws {
        let (scene, sleepers) = try Self.scene(
            Registration("Running", [Self.say("running", at: "/a/b")]),
            Registration("Late", [Self.say("late", at: "/a/:x")]))
        #expect(try await scene.call("app://a/b").get() == "running")
        #expect(try await scene.call("app://a/b").get() == "running")
        #expect(sleepers.started == ["Running"])
        scene.mediator.unregister(owner: "Running")
        #expect(try await scene.call("app://a/b").get() == "late")
    }

    @Test func `a lazy module is started after earlier candidates decline, fallbacks last`() async throws {
        let (scene, sleepers) = try Self.scene(
            Registration("First", [Open("/x/y") { _ in Response.declined }]),
            Registration("Second", [Open("/x/:z") { _ in Response.done }]),
            Registration("Last", [Fallback("/x") { _ in Page("Fallen") {} }]))
        _ = try await scene.mediator.open("app://x/y", origin: .shell, options: Scene.patient)
        #expect(sleepers.started == ["First", "Second"])
        _ = try await scene.mediator.open("app://x/y/z", origin: .shell, options: Scene.patient)
        #expect(sleepers.started == ["First", "Second", "Last"])
        #expect(scene.navigator.page?.title == "Fallen")
    }

    @Test func `a lazy module is not started if an earlier candidate answers`() async throws {
        let (scene, sleepers) = try Self.scene(
            Registration("First", [Open("/x/y/z") { _ in Response.declined }]),
            Registration("Second", [Open("/x/y/:c") { _ in Response.done }]),
            Registration("Third", [Open("/x/:b/:c") { _ in Response.done }]),
            Registration("Last", [Fallback("/x") { _ in Page("Fallen") {} }]))
        _ = try await scene.mediator.open("app://x/y/z", origin: .shell, options: Scene.patient)
        #expect(sleepers.started == ["First", "Second"])
    }

    @Test func `a lazy module is not started for a request without access or with another verb`() async throws {
        let (scene, sleepers) = try Self.scene(
            Registration(
                "Private",
                [
                    Open("/private/page", access: .modules) { _ in Response.done },
                    Self.say("private", at: "/private/text"),
                ]))
        await #expect(throws: RequestError.self) {
            try await scene.mediator.open("app://private/page", origin: .external, options: Scene.patient)
        }
        await #expect(throws: RequestError.self) {
            try await scene.mediator.open("app://private/text", origin: .shell, options: Scene.patient)
        }
        #expect(sleepers.started.isEmpty)
        #expect(try await scene.call("app://private/text").get() == "private")
    }

    @Test func `a lazy module is started by a URL of the app's own web host`() async throws {
        let mediator = Switchboard(navigator: RecordingNavigator(), ownHosts: ["m.example.com"])
        let sleepers = Sleepers([Registration("Late", [Self.say("late", at: "/late/:x")])], in: mediator)
        let answer = try await mediator.call(
            "https://m.example.com/late/1", as: String.self, origin: .shell, options: Scene.patient)
        #expect(answer == "late")
        #expect(sleepers.started == ["Late"])
        #expect(try mediator.availability(of: "https://m.example.org/late/1", for: .call, origin: .shell) == .no)
    }

    @Test func `a lazy module's interceptor covers URLs of the app's own web host`() async throws {
        let mediator = Switchboard(navigator: RecordingNavigator(), ownHosts: ["m.example.com"])
        let sleepers = Sleepers(
            [
                Registration("Guard", interceptors: [Self.refusing(on: "/late/*rest")]),
                Registration("Late", [Self.say("late", at: "/late/:x")]),
            ], in: mediator)
        let error = await #expect(throws: RequestError.self) {
            try await mediator.call(
                "https://m.example.com/late/1", as: String.self, origin: .shell, options: Scene.patient)
        }
        guard case .refused = error?.reason else {
            Issue.record("bypassed")
            return
        }
        #expect(sleepers.started == ["Guard", "Late"])
    }

    @Test func `a lazy module that ends while another one starts is started again for its interceptor`() async throws {
        let mediator = Switchboard(navigator: RecordingNavigator())
        let starts = Mutex(0)
        let sleepers = Sleepers(
            [
                Registration("Guard", interceptors: [Self.refusing(on: "/late/2")]),
                Registration("Late", [Self.say("late", at: "/late/:x")]),
            ], in: mediator
        ) { [mediator] module in
            guard module == "Late",
                starts.withLock({
                    $0 += 1; return $0
                }) == 1
            else { return }
            // The guard ends during this start.
            mediator.makeIdle("Guard")
        }
        // The guard runs first, and is idle again before the request's look-up.
        try mediator.register(Registration("Guard", interceptors: [Self.refusing(on: "/late/2")]))
        mediator.unregister(owner: "Guard")
        let error = await #expect(throws: RequestError.self) {
            try await mediator.call("app://late/2", as: String.self, origin: .shell, options: Scene.patient)
        }
        guard case .refused = error?.reason else {
            Issue.record("bypassed")
            return
        }
        #expect(sleepers.started == ["Late", "Guard"])
    }

    @Test func `a module that ends until it is needed is never bypassed`() async throws {
        let (scene, sleepers) = try Self.scene(
            Registration(
                "Guard", [Self.say("guard", at: "/guard")], interceptors: [Self.refusing(on: "/rent/*rest")],
                rewrites: [Rewrite("/old", to: "/guard")]))
        #expect(try await scene.call("app://old").get() == "guard")
        scene.mediator.unregisterUntilNeeded(owner: "Guard")
        guard case .refused = await scene.failure(of: "app://rent/1")?.reason else {
            Issue.record("bypassed")
            return
        }
        #expect(sleepers.started == ["Guard", "Guard"])
        scene.mediator.unregisterUntilNeeded(owner: "Guard")
        #expect(try await scene.call("app://old").get() == "guard")
    }

    @Test func `if a started module lacks the route that it declared, the next candidate answers`() async throws {
        let (scene, sleepers) = try Self.scene(
            Registration("Near", [Self.say("near", at: "/a/:x")]),
            Registration("Wide", [Self.say("wide", at: "/a/*rest")]))
        let other = Manifest(Registration("Empty", [Self.say("empty", at: "/a/b")]))
        let modules =
            [(name: "Empty", manifest: other)]
            + ["Near", "Wide"].compactMap { name in sleepers.manifest(of: name).map { (name: name, manifest: $0) } }
        // The start of the module named Empty registers nothing.
        scene.mediator.declare(Registration.arrange(modules).modules, startedBy: sleepers)
        #expect(try await scene.call("app://a/b").get() == "near")
        #expect(sleepers.started == ["Empty", "Near"])
    }

    @Test func `a lazy module's interceptor is never bypassed, and other requests do not wait for it`() async throws {
        let gate = TaskGate()
        let (scene, sleepers) = try Self.scene(
            Registration("Guard", interceptors: [Self.refusing(on: "/rent/*rest")])
        ) { _ in await gate.pass() }
        async let answer = scene.failure(of: "app://rent/1")
        try await Condition.becomesTrue { gate.arrivals == 1 }
        #expect(try await scene.call("app://modules").get() == "modules")
        gate.open()
        guard case .refused(_, .interceptor("no", "Guard"), _) = await answer?.reason else {
            Issue.record("bypassed")
            return
        }
        #expect(sleepers.started == ["Guard"])
    }

    @Test func `a lazy module with an interceptor for all URLs is started before any request`() async throws {
        let everywhere = Interceptor("all") { _ in .refuse("no; never") }
        let (scene, _) = try Self.scene(Registration("Guard", interceptors: [everywhere]))
        guard case .refused = await scene.failure(of: "app://modules")?.reason else {
            Issue.record("bypassed")
            return
        }
    }

    @Test func `a lazy module's rewrite applies before it runs, and does not bypass an interceptor`() async throws {
        let (scene, sleepers) = try Self.scene(
            Registration("Guard", interceptors: [Self.refusing(on: "/rent/:id")]),
            Registration("Mover", rewrites: [Rewrite("/home/:id", to: "/rent/:id")]))
        #expect(scene.mediator.rewrites.map(\.owner) == ["Mover"])
        guard
            case .refused("app://rent/1", .interceptor("no", "Guard"), _) = await scene.failure(of: "app://home/1")?
                .reason
        else {
            Issue.record("bypassed")
            return
        }
        #expect(sleepers.started == ["Guard"])
        try scene.mediator.register(Registration("Mover", rewrites: [Rewrite("/flat/:id", to: "/rent/:id")]))
        #expect(scene.mediator.rewrites.map(\.pattern) == ["/flat/:id"])
    }

    @Test func `the error for a lazy module that cannot start names the module and the reason`() async throws {
        let (scene, _) = try Self.scene(
            Registration("Guard", interceptors: [Self.refusing(on: "/rent/:id")]),
            Registration("Late", [Self.say("late", at: "/late")])
        ) { _ in throw Trouble() }
        for (url, module) in [("app://rent/1", "Guard"), ("app://late", "Late"), ("app://late", "Late")] {
            let error = try #require(await scene.failure(of: url))
            guard case .moduleNotStarted(url, module, _) = error.reason else {
                Issue.record("found \(error)")
                continue
            }
            #expect("\(error)" == "\(url) needs \(module), which does not run: it is broken; mend it")
        }
        #expect(try await scene.call("app://modules").get() == "modules")
    }

    /// A URL, its caller, and the availability, which is known without a start.
    static let availabilities: [(url: String, origin: Origin, answer: Availability)] = [
        ("app://late/sure", .shell, .yes), ("app://late/sure", .external, .yes),
        ("app://late/maybe", .shell, .undecided),
        ("app://late/inside", .external, .no), ("app://late/inside", .shell, .yes), ("app://late/value", .shell, .no),
        ("app://late/maybe/then", .shell, .undecided), ("app://nobody", .shell, .no), ("app://old", .shell, .yes),
        ("app://under/it", .shell, .yes),
    ]

    @Test(arguments: availabilities) func `the availability of a lazy module follows from its declarations`(
        _ row: (url: String, origin: Origin, answer: Availability)
    ) async throws {
        let page = { @Sendable (_: Request) in Page("") {} }
        let routes: [any RouteDeclaration] = [
            Open("/late/sure", handler: page), Open("/late/maybe") { _ in Response.declined },
            Open("/late/inside", access: .modules, handler: page), Self.say("", at: "/late/value"),
            Open("/late/maybe/then") { _ in Response.done }, Open("/late/*any", access: .internal, handler: page),
            Fallback("/under") { _ in Page("") {} },
        ]
        let (scene, sleepers) = try Self.scene(
            Registration("Late", routes, rewrites: [Rewrite("/old", to: "/late/sure")]))
        #expect(try scene.mediator.availability(of: RouteURL(row.url), origin: row.origin) == row.answer)
        #expect(sleepers.started.isEmpty)
    }

    @Test func `a lazy module is in all lists, and its sensitive values are masked`() async throws {
        let (scene, _) = try Self.scene(
            Registration(
                "Late", [Self.say("late", at: "/late/:token").sensitive("token"), Fallback("/f") { _ in Page("") {} }],
                interceptors: [Interceptor("second", on: "/a"), Interceptor("first", on: "/b", before: ["second"])])
        ) { _ in throw Trouble() }
        let mediator = scene.mediator
        #expect(mediator.routes.map(\.pattern) == ["/rent/:id", "/modules", "/late/:token", "/f/*rest?"])
        #expect(mediator.interceptors.map(\.name) == ["Late.first", "Late.second"])
        #expect(try mediator.explain("app://late/x").routes.candidates.map(\.owner) == ["Late"])
        let error = try #require(await scene.failure(of: "app://late/s3cret"))
        #expect("\(error)".contains("app://late/*** needs Late"))
        let missed = mediator.advised(
            try #require(await scene.failure(of: "app://late")), for: .call, origin: .shell)
        guard case .noRoute(_, _, let near) = missed.reason else {
            Issue.record("found a route")
            return
        }
        #expect(near.contains("app://late/:token"))
    }

    @Test func `a lazy module is refused if its declarations conflict with an earlier module's`() {
        let modules = [
            Registration("A", [Self.say("", at: "/x/:a")]), Registration("B", [Self.say("", at: "/x/:b")]),
            Registration("C", [Self.say("", at: "/y/:b"), Self.say("", at: "/:")]),
            Registration("D", [Self.say("", at: "/y/:c")]),
            Registration("E", rewrites: [Rewrite("/r", to: "/s")]),
            Registration("F", rewrites: [Rewrite("/r", to: "/t")]),
        ].map { (name: $0.owner, manifest: Manifest($0)) }
        let (idle, refused) = Registration.arrange(modules)
        #expect(idle.map(\.owner) == ["A", "D", "E"])
        #expect(refused.keys.sorted() == ["B", "C", "F"])
        #expect(refused["B"].map { "\($0)" }?.contains("matches the same URLs as A's /x/:a") == true)
    }
}
