import FoundationEssentials
import ModuleKit
import Synchronization

@testable import Messages

/// The web service `messages` of a test: it answers as the demonstration does, fails at a path, and keeps what it was asked.
final class MessagesWebService: Resolver {
    let name = "messages"
    private let failures: [String: ResolverError]
    private let answers: [String: Payload]
    private let state = Mutex<[String]>([])

    init(failing failures: [String: ResolverError] = [:], answers: [String: String] = [:]) throws {
        self.failures = failures
        self.answers = try answers.mapValues { try Payload(json: Array($0.utf8)) }
    }

    var webServices: [String: String] { ["messages": "https://messages.test"] }

    /// The paths of the calls, in order.
    var paths: [String] { state.withLock(\.self) }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        let base = "https://messages.test/"
        guard "\(question.url)".hasPrefix(base) else { return nil }
        let path = String("\(question.url)".dropFirst(base.count))
        state.withLock { $0.append(path) }
        if let failure = failures[path] { throw failure }
        if let answer = answers[path] { return .value(answer) }
        guard let file = DemonstrationService.files[path], let answer = try? Payload(json: file) else {
            throw .status(resolver: name, code: 404, excerpt: "")
        }
        return .value(answer)
    }

    func canResolve(_ url: RouteURL) -> Availability { .no }
}

extension ModuleHarness<MessagesModule> {
    /// The module with a web service, which is that of the demonstration, and with stubs of other modules.
    static func messages(stubs: [String: Stub] = [:], service: MessagesWebService? = nil) async throws -> ModuleHarness
    {
        try await ModuleHarness(
            MessagesModule.self, stubs: stubs, resolvers: [try service ?? MessagesWebService()])
    }
}

extension Attachment {
    /// An attachment of so many bytes.
    static func sized(_ count: Int) -> Attachment { Attachment(name: "cat.png", bytes: Data(count: count)) }
}
