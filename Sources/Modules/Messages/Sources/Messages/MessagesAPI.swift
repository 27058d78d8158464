import ModuleKit

/// A call of the web service `messages`; the static members in this file are all calls that the module sends.
struct MessagesAPI<Answer: Decodable & Sendable>: APICall {
    let path: RouteURL
    var method = HTTPMethod.post
    var body = APIBody.none
    var headers: [String: String] = [:]

    var service: String { "messages" }
}

/// A message to the user, as the service returns it.
struct IncomingMessage: Decodable, Sendable {
    let id: Int
    let sender: String
    let text: String

    func message(to user: String) -> Message {
        Message(user: user, partner: sender, kind: .text, text: text, number: id, isRead: false)
    }
}

extension MessagesAPI<[IncomingMessage]> {
    static func inbox(of user: String) -> Self { Self(path: "inbox/\(user)", method: .get) }
}

extension MessagesAPI<[String: String]> {
    /// Requests a resource for one upload; the answer has its `id`.
    static func resource(for file: Attachment, _ kind: MessageKind) -> Self {
        let size = "\(file.bytes.count)"
        return Self(path: "resources", body: .json(["kind": kind.rawValue, "name": file.name, "size": size]))
    }

    /// Uploads a file; the answer has its `url`.
    static func upload(_ file: Attachment, to resource: String) -> Self {
        Self(
            path: "resources/\(resource)", method: .put,
            body: .bytes(Array(file.bytes), mediaType: "application/octet-stream"))
    }
}

extension MessagesAPI<Payload> {
    /// Sends a message; if the message has a file, the file has already been uploaded.
    static func send(_ message: Message) -> Self {
        let content = message.url ?? message.text
        return Self(path: "send", body: .json(["to": message.partner, message.kind.rawValue: content]))
    }
}
