import TestSupport
import Testing

@_spi(Host) import ModuleKit
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `An upload of an isolated module` {
    /// Takes an upload in steps of one byte.
    private struct Pictures: Resolver {
        static let size = 10_000
        let name = "pictures"
        var webServices: [String: String] { ["accounts": "https://accounts.test"] }

        func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
            guard let call = question.call else { return nil }
            for sent in 1...Self.size { call.progress?(sent, Self.size) }
            return .value(Payload("taken"))
        }

        func canResolve(_ url: RouteURL) -> Availability { .no }
    }

    @Test func `tells its progress in order and to its end`() async throws {
        try await TemporaryFolder.with { folder in
            let stage = try await IsolatedStage("Caller", "Caller", resolvers: [Pictures()], in: folder)
            let sent = try await stage.call("upload", as: [Int].self)
            #expect(sent == sent.sorted())
            #expect(sent.last == Pictures.size)
            await stage.runtime.stopAll()
        }
    }
}
