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

/// A place for one upload.
struct MediaResource: Decodable, Sendable {
    let id: String
}

/// The URL of an upload.
struct MediaLocation: Decodable, Sendable {
    let url: String
}

extension MessagesAPI<[IncomingMessage]> {
    /// Reads the messages to the user.
    static var inbox: Self { Self(path: "inbox", method: .get) }
}

extension MessagesAPI<MediaResource> {
    /// Applies for a resource for one upload.
    static func resource(for attachment: Attachment, _ kind: MessageKind) -> Self {
        Self(
            path: "resources",
            parameters: .json(["kind": kind.rawValue, "name": attachment.name, "size": "\(attachment.bytes.count)"]))
    }
}

extension MessagesAPI<MediaLocation> {
    /// Uploads a part of an attachment (RFC 9110, section 14.5).
    static func part(_ range: Range<Int>, of attachment: Attachment, to resource: MediaResource) -> Self {
        let bytes = attachment.bytes
        let range = range.clamped(to: 0..<bytes.count)
        return Self(
            path: "resources/\(resource.id)", method: .put,
            parameters: .bytes(
                Array(bytes.dropFirst(range.lowerBound).prefix(range.count)), mediaType: "application/octet-stream"),
            headers: ["Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"])
    }
}

extension MessagesAPI<Payload> {
    /// Sends a message with complete content.
    static func send(_ content: Message.Content, to recipient: String) -> Self {
        switch content {
        case .text(let text): Self(path: "send", parameters: .json(["to": recipient, "text": text]))
        case .media(let kind, _, _, let url):
            Self(path: "send", parameters: .json(["to": recipient, kind.rawValue: url]))
        }
    }
}

extension ModuleContext {
    /// Sends a call, or answers it as the service of the demonstration where the host has no address for the service.
    func answer<Answer>(
        to call: MessagesAPI<Answer>, within deadline: Duration = RequestOptions.defaultDeadline
    ) async throws(RequestError) -> Answer {
        do {
            return try await send(call, retries: 2, options: RequestOptions(deadline: deadline))
        } catch .callNotSent(_, reason: .notConfigured) {
            return try DemonstrationService.answer(to: call)
        }
    }
}

/// The service of the demonstration: the files in `Answers`, which a web server can serve, too.
enum DemonstrationService {
    static let files = [
        "inbox": PackageResources.inbox_json,
        "resources": PackageResources.resources_json,
        "resources/upload": PackageResources.upload_json,
        "send": PackageResources.send_json,
    ]

    /// Returns the file for the path of the call.
    ///
    /// - Throws: the error of a web server without such a file.
    static func answer<Answer>(to call: MessagesAPI<Answer>) throws(RequestError) -> Answer {
        let url = "demonstration/\(call.path)"
        guard let file = files[call.path] else {
            throw .remote(url: url, reason: .status(resolver: call.service, code: 404, excerpt: ""))
        }
        do {
            return try Payload(json: file).decode()
        } catch {
            throw .remote(url: url, reason: .invalidAnswer(resolver: call.service, reason: "\(error)"))
        }
    }
}
