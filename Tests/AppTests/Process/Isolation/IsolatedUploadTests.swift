import TestSupport
import Testing

@_spi(Host) import ModuleKit
@testable import PluginRuntime

@Suite(.ownThread, .timeLimit(.minutes(5))) struct `A call of an isolated module to a web service` {
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

    /// Answers in the form that the caller expects.
    private struct Answers: Resolver {
        let name = "answers"
        var webServices: [String: String] { ["accounts": "https://accounts.test"] }

        func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
            switch question.call?.answerForm {
            case .bytes:
                .value(Payload(question.url.text == "https://accounts.test/picture?size=2" ? [255, 0] : [UInt8]()))
            case .response:
                .value(
                    Payload(
                        WebServiceAnswer(status: 422, headers: ["x-rate": "7"], body: Array(#"{"code":"busy"}"#.utf8))))
            default: nil
            }
        }

        func canResolve(_ url: RouteURL) -> Availability { .no }
    }

    @Test func `an isolated module gets bytes, and a failure with its status, header fields and body`() async throws {
        try await TemporaryFolder.with { folder in
            let stage = try await IsolatedStage("Caller", "Caller", resolvers: [Answers()], in: folder)
            #expect(try await stage.call("picture", as: [Int].self) == [255, 0])
            #expect(try await stage.call("problem", as: String.self) == "422 7 busy")
            await stage.runtime.stopAll()
        }
    }

    @Test func `the progress of an isolated module's upload is reported in order to its end`() async throws {
        try await TemporaryFolder.with { folder in
            let stage = try await IsolatedStage("Caller", "Caller", resolvers: [Pictures()], in: folder)
            let sent = try await stage.call("upload", as: [Int].self)
            #expect(sent == sent.sorted())
            #expect(sent.last == Pictures.size)
            await stage.runtime.stopAll()
        }
    }
}
