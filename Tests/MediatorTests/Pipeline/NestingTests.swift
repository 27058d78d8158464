@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Nested requests` {
    /// Returns a scene with a module whose handler asks for the next number through `ask`.
    private static func scene(_ ask: @escaping @Sendable (Switchboard, Int) async throws -> Void) throws -> Scene {
        let scene = try Scene()
        let mediator = scene.mediator
        try scene.register(
            [
                Call("/count/:number<int>") { (request: Request) async throws -> Int in
                    let number: Int = try request.parameters.value("number")
                    try await ask(mediator, number)
                    return number
                }.route
            ], owner: "Counter")
        return scene
    }

    private static func call(_ mediator: Switchboard, _ number: Int) async throws(RequestError) {
        let url = "app://count/\(number)"
        _ = try await mediator.call(RouteURL(url), as: Int.self, origin: .module("Counter"), options: Scene.patient)
    }

    @Test func `nested requests end at 32, and the error has the chain`() async throws {
        let mediator = try Self.scene { try await Self.call($0, $1 + 1) }.mediator
        let error = try #require(await failure { () throws(RequestError) in try await Self.call(mediator, 0) })
        #expect("\(error)".contains("more than 32 nested requests: app://count/0 → app://count/1 → "))
    }

    @Test func `nested requests end at 32 even if each one runs in a separate task`() async throws {
        let mediator = try Self.scene { mediator, number in
            try await Task { try await Self.call(mediator, number + 1) }.value
        }.mediator
        let error = try #require(await failure { () throws(RequestError) in try await Self.call(mediator, 0) })
        #expect("\(error)".contains("more than 32 nested requests"))
    }

    /// Each handler's task sends its request immediately, while the handler's request may still run.
    @Test func `requests of tasks that no handler waits for are not nested`() async throws {
        let (errors, ended) = AsyncStream<String>.makeStream()
        let mediator = try Self.scene { mediator, number in
            guard number < 200 else { return ended.finish() }
            Task {
                do throws(RequestError) {
                    try await Self.call(mediator, number + 1)
                } catch {
                    ended.yield("\(error)")
                    ended.finish()
                }
            }
        }.mediator
        try await Self.call(mediator, 0)
        for await error in errors { Issue.record("\(error)") }
    }

    private func failure(_ body: () async throws(RequestError) -> Void) async -> (any Error)? {
        do throws(RequestError) {
            try await body()
            return nil
        } catch {
            return error.innermost
        }
    }
}

/// Modules that each call the next one for a value.
@Suite(.timeLimit(.minutes(2))) struct `An error of nested requests` {
    struct Absent: Error, CustomStringConvertible { var description: String { "no home 7; see app://list" } }

    private static func scene(_ cause: @escaping @Sendable (Switchboard) async throws -> Void) throws -> Scene {
        let scene = try Scene()
        let mediator = scene.mediator
        for (name, next) in [("A", "app://b"), ("B", "app://c")] {
            try scene.register(
                [
                    Call("/\(name.lowercased())") { (_: Request) async throws -> String in
                        try await mediator.call(
                            RouteURL(next), as: String.self, origin: .module(name), options: Scene.patient)
                    }.route
                ], owner: name)
        }
        try scene.register(
            [
                Call("/c") { (_: Request) async throws -> String in
                    try await cause(mediator)
                    return "C"
                }.route,
                Call("/late") { (_: Request) async throws -> String in
                    try await Task.sleep(for: .seconds(60))
                    return "late"
                }.route,
            ], owner: "C")
        return scene
    }

    private static func ask(_ url: String, _ limit: Duration = .seconds(300))
        -> @Sendable (Switchboard) async throws -> Void
    {
        { mediator in
            _ = try await mediator.call(
                RouteURL(url), as: String.self, origin: .module("C"), options: RequestOptions(deadline: limit))
        }
    }

    /// The cause in the last module, and the message for the caller of the first one.
    static let rows: [(cause: @Sendable (Switchboard) async throws -> Void, says: String)] = [
        (
            { _ in throw Absent() },
            "C's route /c failed for app://c: no home 7; see app://list; "
                + "through 3 requests (app://a → app://b → app://c)"
        ),
        (
            ask("app://nowhere"),
            "no route for app://nowhere; list the routes with `routes`; asked by C's route /c, "
                + "through 4 requests (app://a → app://b → app://c → app://nowhere)"
        ),
        (
            ask("app://late", .milliseconds(20)),
            "no outcome of app://late within 0.02 s: C's route /late did not end; try again, or allow more time with "
                + "--deadline SECONDS; asked by C's route /c, which may set the limit itself, "
                + "through 4 requests (app://a → app://b → app://c → app://late)"
        ),
        (
            { _ in throw RequestError(.callNotSent(service: "rent", reason: "C does not declare it")) },
            "asked by C's route /c, through 3 requests (app://a → app://b → app://c)"
        ),
    ]

    @Test(arguments: rows)
    func `an error of nested requests is one line that begins with the cause`(
        _ row: (cause: @Sendable (Switchboard) async throws -> Void, says: String)
    ) async throws {
        let error = try #require(await Self.scene(row.cause).failure(of: "app://a"))
        if row.says.hasPrefix("asked") {
            #expect("\(error)".hasPrefix("the call to the web service rent is not sent: "))
            #expect("\(error)".hasSuffix(row.says), "\(error)")
        } else {
            #expect("\(error)" == row.says)
        }
        #expect(error.requests.prefix(3).map(\.url) == ["app://a", "app://b", "app://c"])
        #expect(error.requests.prefix(3).map(\.module) == ["A", "B", "C"])
    }

    @Test func `the error of a web service's call in a single request names the URL once`() async throws {
        let scene = try Self.scene { _ in
            throw RequestError(.callNotSent(service: "rent", reason: "C does not declare it"))
        }
        #expect("\(try #require(await scene.failure(of: "app://c")))".hasSuffix("; asked by C's route /c, for app://c"))
    }

    @Test func `a trace has the complete chain of an error whose line is shortened`() async throws {
        let scene = try Scene()
        scene.observer.wantsTraces = true
        let mediator = scene.mediator
        try scene.register(
            [
                Call("/down/:number<int>") { (request: Request) async throws -> Int in
                    let number: Int = try request.parameters.value("number")
                    guard number > 0 else { throw Absent() }
                    return try await mediator.call(
                        "app://down/\(number - 1)", as: Int.self, origin: .module("Counter"), options: Scene.patient)
                }.route
            ], owner: "Counter")
        let error = try #require(await scene.failure(of: "app://down/9"))
        #expect(
            "\(error)" == "Counter's route /down/:number<int> failed for app://down/0: no home 7; see app://list; "
                + "through 10 requests (app://down/9 → app://down/8 → app://down/7 → 6 more → app://down/0)")
        let trace = String(decoding: try Payload(try #require(scene.observer.traces.last)).json(), as: UTF8.self)
        let link = #"{"code":"handlerFailed","module":"Counter","url":"app://down/4"}"#
        #expect(trace.replacing("\\/", with: "/").contains(link), "\(trace)")
    }
}

extension RequestError {
    /// The error of the innermost request.
    fileprivate var innermost: any Error {
        guard case .handlerFailed(_, _, _, let thrown) = reason else { return self }
        return (thrown.error as? RequestError)?.innermost ?? thrown.error
    }
}
