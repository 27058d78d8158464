import FoundationEssentials
import ModuleTesting
import TestSupport

@testable import Messages

/// The web service `messages` of a test.
enum MessagesWebService {
    static let base = "https://messages.test/"

    /// Returns the demonstration's answers by path, some replaced by others.
    static func stubs(_ others: [String: Stub]) -> [String: Stub] {
        var stubs = Dictionary(uniqueKeysWithValues: others.map { (base + $0, $1) })
        stubs[base + "*path"] =
            Stub.handler(.call) { request in
                let path = request.url.segments.joined(separator: "/")
                guard let file = try? ExampleServices.answer(of: "messages", to: path) else {
                    throw ResolverError.status(resolver: "messages", code: 404, excerpt: "")
                }
                return .value(try Payload(json: file))
            }
            .optional
        return stubs
    }
}

/// The account module of a test, as far as Messages knows it: a user, who may change, and a token.
final class AccountStub: Sendable {
    struct Session: Codable, Sendable {
        var user: [String: String]?
    }

    let session: Live<Session>

    init(_ user: String?) { session = Live(Self.session(of: user)) }

    private static func session(of user: String?) -> Session { Session(user: user.map { ["id": $0, "name": $0] }) }

    func logIn(_ user: String?) { session.value = Self.session(of: user) }

    var stubs: [String: Stub] {
        let stubs: [String: Stub] = [
            "app://account/session": .handler(.call) { [session] _ in .value(Payload(session.value)) },
            "app://account/session/changes": .handler(.call) { [session] _ in
                .value(Payload(stream: session.values))
            },
            "app://account/token": .handler(.call) { [session] _ in
                guard let user = session.value.user?["id"] else { throw MessageError.stopped }
                return .value(Payload(object: Secret("token-\(user)")))
            },
        ]
        return stubs.mapValues(\.optional)
    }
}

extension ModuleHarness<MessagesModule> {
    /// The module with a user and the demonstration's service, in which answers may be replaced.
    static func messages(
        of user: String? = "lin", stubs: [String: Stub]? = nil, service: [String: Stub] = [:],
        guards: [String: Decision] = [:]
    ) async throws -> ModuleHarness {
        let others = stubs ?? AccountStub(user).stubs
        return try await ModuleHarness(
            MessagesModule.self, stubs: others.merging(MessagesWebService.stubs(service)) { $1 }, guards: guards)
    }

    /// The paths of the calls to the service, in order.
    var paths: [String] {
        let base = MessagesWebService.base
        return requests.map(\.url.text).filter { $0.hasPrefix(base) }.map { String($0.dropFirst(base.count)) }
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
    /// An attachment with that many bytes.
    static func sized(_ count: Int) -> Attachment { Attachment(name: "cat.png", bytes: Data(count: count)) }
}
