@_spi(Host) import ModuleKit
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct `An interceptor` {
    struct Failure: Error {}

    static let routes = [
        Call("/rent/:id") { request in "rent \(try request.parameters.value("id", as: String.self))" }.route,
        Call("/echo") { request in try request.decode(as: String.self) }.route,
        Call("/secret", access: .internal) { _ in "secret" }.route,
        Call("/modules") { _ in "modules" }.route,
        Call("/public", access: .public) { _ in "public" }.route,
    ]

    /// The decision about `app://rent/1`, and the caller's answer or a part of the error.
    static let decisions: [(name: String, decision: @Sendable (Request) throws -> Decision, answer: String)] = [
        ("pass", { _ in .pass }, "rent 1"),
        ("change", { .change($0.with(url: "app://rent/2")) }, "rent 2"),
        ("body", { .change($0.with(body: Payload("new"))) }, "rent 1"),
        ("redirect", { _ in .redirect(to: "app://modules") }, "modules"),
        ("answer", { _ in .answer(Response.value(Payload("own"))) }, "own"),
        ("refuse", { _ in .refuse("closed; come tomorrow") }, "refused by Rent's interceptor i: closed; come tomorrow"),
        ("throw", { _ in throw Failure() }, "Rent's interceptor i failed for app://rent/1"),
        (
            "page for a call", { _ in .answer(Page("") {}) },
            "Rent's interceptor i answered `call app://rent/1` with a page"
        ),
        ("change to nowhere", { .change($0.with(url: "app://nowhere")) }, "no route for app://nowhere"),
        ("redirect to no URL", { _ in .redirect(to: "a b") }, "redirects to \"a b\", which is not a URL"),
    ]

    @Test(arguments: decisions) func `an interceptor's decision determines the caller's answer`(
        _ row: (name: String, decision: @Sendable (Request) throws -> Decision, answer: String)
    ) async throws {
        let scene = try Scene(
            Self.routes, interceptors: [Interceptor("i", on: "/rent/1") { try row.decision($0) }])
        switch await scene.call("app://rent/1") {
        case .success(let answer): #expect(answer == row.answer)
        case .failure(let error): #expect("\(error)".contains(row.answer), "\(error)")
        }
        #expect(try await scene.call("app://rent/3").get() == "rent 3")
    }

    @Test func `redirects in a loop end after 16 steps, and the error has the chain`() async throws {
        let scene = try Scene(
            Self.routes, interceptors: [Interceptor("loop", on: "/rent/*rest") { _ in .redirect(to: "app://rent/1") }])
        guard case .tooManyRedirects(let chain, let redirectSources) = await scene.failure(of: "app://rent/0")?.reason
        else {
            Issue.record("no end")
            return
        }
        #expect(chain == ["app://rent/0"] + Array(repeating: "app://rent/1", count: 17))
        #expect(redirectSources == ["Rent's interceptor loop"])
    }

    @Test func `after an interceptor changes the URL, the interceptors of the new URL run, each once`() async throws {
        let asked = Mutex<[String]>([])
        func note(_ name: String, on pattern: String..., decision: @escaping @Sendable (Request) throws -> Decision)
            -> Interceptor
        {
            Interceptor(name, on: pattern[0]) { request in
                asked.withLock { $0.append("\(name) \(request.url)") }
                return try decision(request)
            }
        }
        let scene = try Scene(
            Self.routes,
            interceptors: [
                note("b", on: "/*all?") { .change($0.with(url: "app://rent/9")) },
                note("a", on: "/rent/9") { _ in .pass },
                note("c", on: "/rent/1") { _ in .pass },
            ])
        #expect(try await scene.call("app://rent/1").get() == "rent 9")
        #expect(asked.withLock(\.self) == ["b app://rent/1", "a app://rent/9"])
    }

    @Test func `an interceptor may change the body`() async throws {
        let scene = try Scene(
            Self.routes,
            interceptors: [Interceptor("i") { .change($0.with(body: Payload("changed"))) }])
        #expect(try await scene.call("app://echo").get() == "changed")
    }

    /// The caller, the URL that an interceptor or a rewrite leads to, and whether the caller has access to it.
    static let ways: [(origin: Origin, to: String, isLetIn: Bool)] = [
        (.external, "app://public", true), (.external, "app://modules", false), (.external, "app://secret", false),
        (.shell, "app://modules", true), (.shell, "app://secret", false),
        (.module("Rent"), "app://secret", true), (.module("Other"), "app://secret", false),
    ]

    @Test(arguments: ways) func `an interceptor or a rewrite does not extend the caller's access`(
        _ row: (origin: Origin, to: String, isLetIn: Bool)
    ) async throws {
        let ways: [(Interceptor?, Rewrite?)] = [
            (Interceptor("i", on: "/door") { _ in .redirect(to: RouteURL(row.to)) }, nil),
            (Interceptor("i", on: "/door") { .change($0.with(url: try RouteURL(parsing: row.to))) }, nil),
            (nil, Rewrite("/door", to: "/" + row.to.dropFirst(6))),
        ]
        for (interceptor, rewrite) in ways {
            let scene = try Scene(
                Self.routes, interceptors: [interceptor].compactMap(\.self), rewrites: [rewrite].compactMap(\.self))
            let error = await scene.failure(of: "app://door", origin: row.origin)
            if row.isLetIn {
                #expect(error == nil)
            } else if case .accessDenied(row.to, _, "Rent", _, row.origin) = error?.reason {
            } else {
                Issue.record("found \(String(describing: error))")
            }
        }
    }

    @Test func `an interceptor that continues with another's request does not get its origin`() async throws {
        let kept = Mutex<Request?>(nil)
        let scene = try Scene(
            Self.routes + [
                Call("/keep") { request in
                    kept.withLock { $0 = request }
                    return "kept"
                }.route
            ],
            interceptors: [
                Interceptor("smuggler", on: "/door") { request in
                    guard let other = kept.withLock(\.self) else { return .pass }
                    return .change(other.with(url: "app://secret"))
                }
            ])
        #expect(try await scene.call("app://keep", origin: .module("Rent")).get() == "kept")
        let error = await scene.failure(of: "app://door", origin: .external)
        guard case .accessDenied("app://secret", "/secret", "Rent", .internal, .external) = error?.reason else {
            Issue.record("let in")
            return
        }
    }

    @Test func `interceptors see and change the outcome in reverse order`() async throws {
        func wrap(_ name: String, after: String...) -> Interceptor {
            Interceptor(name, after: after).afterwards { _, outcome in
                guard case .answered(.value(let value)) = outcome, let text = try? value.decode(as: String.self) else {
                    return .answered(.value(Payload("\(name)(failed)")))
                }
                return .answered(.value(Payload("\(name)(\(text))")))
            }
        }
        let scene = try Scene(Self.routes, interceptors: [wrap("b", after: "a"), wrap("a")])
        #expect(try await scene.call("app://rent/1").get() == "a(b(rent 1))")
        #expect(try await scene.call("app://nowhere").get() == "a(b(failed))")
        // A caller without access does not reach the interceptors.
        guard case .accessDenied = await scene.failure(of: "app://secret")?.reason else {
            Issue.record("let in")
            return
        }
    }

    /// A request, the answer that the interceptor returns, and the beginning of the error.
    static let misfits: [(verb: Request.Verb, url: String, made: Response, says: String)] = [
        (.call, "app://rent/1", .page(Page("") {}), "Guard's interceptor i answered `call app://rent/1` with a page"),
        (.call, "app://rent/1", .declined, "Guard's interceptor i answered `call app://rent/1` with a refusal"),
        (.open, "app://page", .value(Payload(1)), "Guard's interceptor i answered `open app://page` with a value"),
        (.call, "app://wrong", .page(Page("") {}), "Rent's route /wrong answered `call app://wrong` with a page"),
    ]

    @Test(arguments: misfits) func `an answer of the wrong kind is reported with the interceptor or route that gave it`(
        _ row: (verb: Request.Verb, url: String, made: Response, says: String)
    ) async throws {
        let location = DeclarationSite(fileID: #fileID, line: #line)
        let scene = try Scene(
            Self.routes + [
                Open("/page") { _ in Page("page") {} }.suppressingDuplicates(within: .seconds(60)).route,
                Route("/wrong", verb: .call, access: .public, location: location) { _ in .page(Page("") {}) },
            ])
        try scene.register(
            interceptors: [Interceptor("i").afterwards { _, _ in .answered(row.made) }], owner: "Guard")
        for _ in 1...2 {
            let error = await #expect(throws: RequestError.self) {
                switch row.verb {
                case .open: _ = try await scene.mediator.open(RouteURL(row.url), origin: .shell)
                default: _ = try await scene.mediator.call(RouteURL(row.url), origin: .shell)
                }
            }
            #expect("\(try #require(error))".hasPrefix(row.says))
        }
    }

    @Test func `after a refusal, later interceptors do not run, and earlier ones see the outcome`() async throws {
        let seen = Mutex<[String]>([])
        func watch(_ name: String, _ decision: Decision = .pass) -> Interceptor {
            Interceptor(name) { _ in decision }.afterwards { _, outcome in
                seen.withLock { $0.append(name) }
                return outcome
            }
        }
        let scene = try Scene(
            Self.routes, interceptors: [watch("a"), watch("b", .refuse("no; go home")), watch("c")])
        guard
            case .refused("app://rent/1", .interceptor("b", "Rent"), "no; go home") = await scene.failure(
                of: "app://rent/1")?.reason
        else {
            Issue.record("not refused")
            return
        }
        #expect(seen.withLock(\.self) == ["b", "a"])
    }

    @Test func `an interceptor is removed with its module`() async throws {
        let scene = try Scene(Self.routes)
        try scene.register(interceptors: [Interceptor("no") { _ in .refuse("no; never") }], owner: "Guard")
        #expect(await scene.failure(of: "app://rent/1") != nil)
        scene.mediator.unregister(owner: "Guard")
        #expect(await scene.failure(of: "app://rent/1") == nil)
        #expect(scene.mediator.interceptors.isEmpty)
    }
}
