@_spi(Host) import ModuleKit
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Requests in one another` {
    /// A module whose handlers ask for the next number, each in its own way.
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
        _ = try await mediator.call(url, as: Int.self, origin: .module("Counter"), options: Scene.patient)
    }

    @Test func `requests in one another end at 32, with the chain shown`() async throws {
        let mediator = try Self.scene { try await Self.call($0, $1 + 1) }.mediator
        let error = try #require(await failure { () throws(RequestError) in try await Self.call(mediator, 0) })
        #expect("\(error)".contains("more than 32 requests in one another: app://count/0 → app://count/1 → "))
    }

    @Test func `requests in one another end at 32 also where each waits in a task of its own`() async throws {
        let mediator = try Self.scene { mediator, number in
            try await Task { try await Self.call(mediator, number + 1) }.value
        }.mediator
        let error = try #require(await failure { () throws(RequestError) in try await Self.call(mediator, 0) })
        #expect("\(error)".contains("more than 32 requests in one another"))
    }

    /// The task of each handler asks at once, while its own request may still be going on.
    @Test func `requests of tasks that ask on and on are not nested, for no handler waits for them`() async throws {
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

extension RequestError {
    /// The error of the request that stands in all others.
    fileprivate var innermost: any Error {
        guard case .handlerFailed(_, _, _, let reason) = self else { return self }
        return (reason as? RequestError)?.innermost ?? reason
    }
}
