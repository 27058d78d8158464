import FoundationEssentials
@_spi(Host) import ModuleKit
import Synchronization
import TestSupport

@testable import Messages

/// The web service `messages` of a test: it answers as the demonstration does, fails at a path, and keeps what it was asked.
final class MessagesWebService: Resolver {
    let name = "messages"
    private let failures: [String: ResolverError]
    private let answers: [String: Payload]
    private let asked = Mutex<[(path: String, headers: [String: String])]>([])

    init(failing failures: [String: ResolverError] = [:], answers: [String: String] = [:]) throws {
        self.failures = failures
        self.answers = try answers.mapValues { try Payload(json: Array($0.utf8)) }
    }

    var webServices: [String: String] { ["messages": "https://messages.test"] }

    /// The paths of the calls, in order.
    var paths: [String] { asked.withLock { $0.map(\.path) } }

    /// The header fields of the calls, in order.
    var headers: [[String: String]] { asked.withLock { $0.map(\.headers) } }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        guard question.call != nil else { return nil }
        let path = question.url.segments.joined(separator: "/")
        asked.withLock { $0.append((path, question.call?.headers ?? [:])) }
        // Half of an upload arrives before it fails.
        if question.call?.method == .put { question.call?.progress?(1, 2) }
        if let failure = failures[path] { throw failure }
        if question.call?.method == .put { question.call?.progress?(2, 2) }
        if let answer = answers[path] { return .value(answer) }
        guard let file = try? ExampleServices.answer(of: name, to: path), let answer = try? Payload(json: file) else {
            throw .status(resolver: name, code: 404, excerpt: "")
        }
        return .value(answer)
    }

    func canResolve(_ url: RouteURL) -> Availability { .no }
}

/// The account module of a test, as far as Messages knows it: a user, who may change, and a token.
final class AccountStub: Sendable {
    struct Session: Codable, Sendable {
        var user: [String: String]?
    }

    let session: Observable<Session>

    init(_ user: String?) { session = Observable(Self.session(of: user)) }

    private static func session(of user: String?) -> Session { Session(user: user.map { ["id": $0, "name": $0] }) }

    func logIn(_ user: String?) { session.value = Self.session(of: user) }

    var stubs: [String: Stub] {
        [
            "app://account/session": .handler(.call) { [session] _ in .value(Payload(session.value)) },
            "app://account/session/changes": .handler(.call) { [session] _ in
                .value(
                    Payload(
                        stream: AsyncStream { continuation in
                            let binding = session.bind { continuation.yield($0) }
                            continuation.onTermination = { _ in withExtendedLifetime(binding) {} }
                        }))
            },
            "app://account/token": .handler(.call) { [session] _ in
                guard let user = session.value.user?["id"] else { throw MessageError.stopped }
                return .value(Payload(object: Secret("token-\(user)")))
            },
        ]
    }
}

extension ModuleHarness<MessagesModule> {
    /// The module with a web service, which is that of the demonstration, and with a user.
    static func messages(
        of user: String? = "lin", stubs: [String: Stub]? = nil, service: MessagesWebService? = nil,
        storage: Storage? = nil
    ) async throws -> ModuleHarness {
        try await ModuleHarness(
            MessagesModule.self, stubs: stubs ?? AccountStub(user).stubs,
            resolvers: [try service ?? MessagesWebService()]
        ) { MessagesModule(context: $0, storage: storage ?? $0.storage) }
    }
}

extension MessageError {
    static let noRecipient = Self("the message has no recipient; name one in \"to\"")
    static let stopped = Self("the account module has stopped; try again")

    static func empty(_ kind: MessageKind) -> Self { Self("there is no \(kind) to send; give the message one") }

    static func size(_ file: Attachment, limit: Int) -> Self {
        Self("\(file.name) has \(file.bytes.count) bytes; send a file of 1 to \(limit)")
    }
}

extension Attachment {
    /// An attachment of so many bytes.
    static func sized(_ count: Int) -> Attachment { Attachment(name: "cat.png", bytes: Data(count: count)) }
}
