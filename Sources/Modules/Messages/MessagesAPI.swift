import ModuleKit

/// A call of the web service `messages`; the calls that there are, are the static members below.
struct MessagesAPI<Answer: Decodable & Sendable>: APICall {
    let path: String
    var method = HTTPMethod.post
    var parameters = APIParameters.none
    var headers: [String: String] = [:]

    var service: String { "messages" }
}

/// A message to the user, as the service tells it.
struct IncomingMessage: Decodable, Sendable {
    let id: Int
    let sender: String
    let text: String
}

extension MessagesAPI<[IncomingMessage]> {
    /// Reads the messages to a user.
    static func inbox(of user: String) -> Self { Self(path: "inbox/\(user)", method: .get) }
}

extension MessagesAPI<[String: String]> {
    /// Applies for a resource for one upload; the answer has its `id`.
    static func resource(for file: Attachment, _ kind: MessageKind) -> Self {
        Self(
            path: "resources",
            parameters: .json(["kind": kind.rawValue, "name": file.name, "size": "\(file.bytes.count)"]))
    }

    /// Uploads a part of a file (RFC 9110, section 14.5); the answer has the `url` of the upload.
    static func part(_ part: Range<Int>, of file: Attachment, to resource: String) -> Self {
        Self(
            path: "resources/\(resource)", method: .put,
            parameters: .bytes(
                Array(file.bytes.dropFirst(part.lowerBound).prefix(part.count)), mediaType: "application/octet-stream"),
            headers: ["Content-Range": "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.bytes.count)"])
    }
}

extension MessagesAPI<Payload> {
    /// Sends a message, whose file is uploaded.
    static func send(_ message: Message) -> Self {
        Self(
            path: "send",
            parameters: .json(["to": message.partner, message.kind.rawValue: message.url ?? message.text]))
    }
}
