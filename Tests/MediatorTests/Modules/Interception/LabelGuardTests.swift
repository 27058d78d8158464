@_spi(Host) import ModuleTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `An interceptor for a label` {
    private static func say(_ text: String, at pattern: String, _ labels: String...) -> Route {
        var route = Call(pattern) { _ in text }.route
        route.labels = labels.map { RouteLabel($0) }
        return route
    }

    private static func refusing(_ name: String = "no") -> Interceptor {
        Interceptor(name, onLabelled: "needs-login") { _ in .refuse("no; never") }
    }

    /// A route that declines, which leaves the answer to a wider pattern.
    private static func declining(_ pattern: String, _ labels: String...) -> Route {
        var route = Open(pattern) { _ in Response.declined }.route
        route.labels = labels.map { RouteLabel($0) }
        return route
    }

    @Test func `an interceptor covers the routes with its label, whatever their URLs and modules`() async throws {
        let scene = try Scene(
            [Self.say("open", at: "/open"), Self.say("closed", at: "/closed/:x", "other", "needs-login")],
            interceptors: [Self.refusing()])
        try scene.register([Self.say("late", at: "/late", "needs-login")], owner: "Late")
        #expect(try await scene.call("app://open").get() == "open")
        for url in ["app://closed/1", "/closed/2", "app://late"] {
            guard case .refused(url, .interceptor("no", "Rent"), _) = await scene.failure(of: url)?.reason else {
                Issue.record("bypassed at \(url)")
                continue
            }
        }
        #expect(try scene.mediator.explain("app://late").interceptors == ["Rent.no"])
        #expect(try scene.mediator.explain("app://open").interceptors.isEmpty)
        #expect(scene.mediator.interceptors.map(\.label) == ["needs-login"])
    }

    @Test func `an interceptor with patterns and a label covers both, in the order of the chain`() async throws {
        let log = Mutex<[String]>([])
        func noting(_ name: String, on patterns: [String], label: String?, before: [String] = []) -> Interceptor {
            Interceptor(
                name, on: patterns, label: label, before: before, fileID: #fileID, line: #line,
                log: { name in
                    log.withLock { $0.append(name) }
                })
        }
        let scene = try Scene(
            [Self.say("a", at: "/a"), Self.say("b", at: "/b", "x"), Self.say("c", at: "/c")],
            interceptors: [
                noting("both", on: ["/a"], label: "x"), noting("all", on: [], label: nil),
                noting("first", on: [], label: "x", before: ["all"]),
            ])
        for (url, expected) in [
            ("app://a", ["both", "all"]), ("app://b", ["both", "first", "all"]), ("app://c", ["all"]),
        ] {
            log.withLock { $0 = [] }
            _ = try await scene.call(url).get()
            #expect(log.withLock(\.self) == expected, "\(url)")
        }
    }

    /// The modules that have not started: the interceptor's, the route's, or both.
    @Test(arguments: [["Guard"], ["Late"], ["Guard", "Late"]])
    func `a request does not bypass an interceptor for a label while modules start`(_ idle: [String]) async throws {
        let all = [
            Registration("Guard", interceptors: [Self.refusing()]),
            Registration(
                "Late", [Call("/late/:x") { _ in "late" }.labelled("needs-login"), Call("/free") { _ in "free" }]),
        ]
        let gate = TaskGate()
        let scene = try Scene()
        for registration in all where !idle.contains(registration.owner) { try scene.mediator.register(registration) }
        let sleepers = Sleepers(all.filter { idle.contains($0.owner) }, in: scene.mediator) { _ in
            await gate.pass()
        }
        async let answer = scene.failure(of: "app://late/1")
        try await Condition.becomesTrue { gate.arrivals == 1 }
        #expect(sleepers.started == [idle[0]])
        gate.open()
        guard case .refused(_, .interceptor("no", "Guard"), _) = await answer?.reason else {
            Issue.record("bypassed")
            return
        }
        #expect(sleepers.started == idle)
        #expect(try await scene.call("app://free").get() == "free")
    }

    @Test func `a module with an interceptor for a label starts only for routes with the label`() async throws {
        let scene = try Scene([Self.say("free", at: "/free"), Self.say("closed", at: "/closed", "needs-login")])
        let sleepers = Sleepers([Registration("Guard", interceptors: [Self.refusing()])], in: scene.mediator)
        #expect(try await scene.call("app://free").get() == "free")
        #expect(sleepers.started.isEmpty)
        #expect(scene.mediator.interceptors.map(\.label) == ["needs-login"])
        #expect(try scene.mediator.explain("app://closed").interceptors == ["Guard.no"])
        #expect(await scene.failure(of: "app://closed") != nil)
        scene.mediator.unregisterUntilNeeded(owner: "Guard")
        #expect(await scene.failure(of: "app://closed") != nil)
        #expect(sleepers.started == ["Guard", "Guard"])
    }

    @Test func `a request fails if its interceptor cannot start, and a denied request starts nothing`()
        async throws
    {
        struct Trouble: Error {}
        let scene = try Scene([Self.say("closed", at: "/closed", "needs-login")])
        let sleepers = Sleepers([Registration("Guard", interceptors: [Self.refusing()])], in: scene.mediator) { _ in
            throw Trouble()
        }
        guard case .accessDenied = await scene.failure(of: "app://closed", origin: .external)?.reason else {
            Issue.record("an external caller got in")
            return
        }
        #expect(sleepers.started.isEmpty)
        guard case .moduleNotStarted("app://closed", "Guard", _) = await scene.failure(of: "app://closed")?.reason
        else {
            Issue.record("bypassed")
            return
        }
    }

    /// The decision of a later candidate's interceptor, and the outcome.
    static let decisions: [(name: String, decision: @Sendable (Request) throws -> Decision, outcome: String)] = [
        ("pass", { _ in .pass }, "wide"),
        ("answer", { _ in .answer(Page("answered")) }, "answered"),
        ("redirect", { _ in .redirect(to: "app://elsewhere") }, "elsewhere"),
        ("refuse", { _ in .refuse("no; never") }, "no; never"),
        ("change", { .change($0.with(url: "app://elsewhere")) }, "elsewhere"),
        ("body", { .change($0.with(body: Payload("body"))) }, "body"),
    ]

    @Test(arguments: decisions, [false, true])
    func `an interceptor for a later candidate's label runs once, before that candidate`(
        _ row: (name: String, decision: @Sendable (Request) throws -> Decision, outcome: String), isLazy: Bool
    ) async throws {
        let runs = Mutex<[String]>([])
        let guarding = Interceptor("guard", onLabelled: "wide") { request in
            runs.withLock { $0.append("\(request.parameters.items.map(\.value))") }
            return try row.decision(request)
        }.afterwards { (_: Request, outcome: Outcome) in
            runs.withLock { $0.append("afterwards") }
            return outcome
        }
        var wide = Open("/a/*rest") { (request: Request) in
            Page(request.body.flatMap { try? $0.decode(as: String.self) } ?? "wide")
        }.route
        wide.labels = [RouteLabel("wide")]
        let scene = try Scene([Self.declining("/a/:x"), wide, Open("/elsewhere") { _ in Page("elsewhere") }.route])
        let registration = Registration("Guard", interceptors: [guarding])
        if isLazy {
            _ = Sleepers([registration], in: scene.mediator)
        } else {
            try scene.mediator.register(registration)
        }
        let feedback = try? await scene.mediator.open("app://a/1", origin: .shell, options: Scene.patient)
        #expect(scene.navigator.page?.title == (row.name == "refuse" ? nil : row.outcome))
        #expect((feedback == nil) == (row.name == "refuse"))
        #expect(runs.withLock(\.self) == [#"["1"]"#, "afterwards"])
    }

    @Test func `an interceptor for several candidates runs once, and only if one of them is asked`()
        async throws
    {
        let runs = Mutex(0)
        let counting = Interceptor("count", onLabelled: "x") { _ in
            runs.withLock { $0 += 1 }
            return .pass
        }
        let scene = try Scene(
            [
                Self.declining("/a/:x", "x"), Self.declining("/a/*rest", "x"), Open("/b/:x") { _ in Page("b") }.route,
                Self.declining("/b/*rest", "x"),
            ], interceptors: [counting])
        _ = try? await scene.mediator.open("app://a/1", origin: .shell, options: Scene.patient)
        #expect(runs.withLock(\.self) == 1)
        _ = try await scene.mediator.open("app://b/1", origin: .shell, options: Scene.patient)
        #expect(runs.withLock(\.self) == 1)
    }

    @Test func `an interceptor for a fallback's label runs before the fallback`() async throws {
        let scene = try Scene(
            [Fallback("/f") { _ in Page("Fallen") }.labelled("needs-login").route], interceptors: [Self.refusing()])
        let error = await #expect(throws: RequestError.self) {
            try await scene.mediator.open("app://f/1", origin: .shell, options: Scene.patient)
        }
        guard case .refused = error?.reason else {
            Issue.record("bypassed: \(String(describing: error))")
            return
        }
    }
}

extension Interceptor {
    /// Creates an interceptor that records its name and passes.
    fileprivate init(
        _ name: String, on patterns: [String], label: String?, before: [String], fileID: String, line: Int,
        log: @escaping @Sendable (String) -> Void
    ) {
        let handler = { @Sendable (_: Request) -> Decision in
            log(name)
            return .pass
        }
        switch (patterns.first, label) {
        case (let pattern?, let label?):
            self.init(name, on: pattern, onLabelled: label, before: before, handler: handler)
        case (nil, let label?): self.init(name, onLabelled: label, before: before, handler: handler)
        default: self.init(name, before: before, handler: handler)
        }
    }
}
