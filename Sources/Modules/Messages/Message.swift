import FoundationEssentials
import ModuleKit

/// A message that was sent.
struct Message: Record, Equatable {
    /// The content for the recipient.
    enum Content: Codable, Sendable, Equatable {
        case text(String)
        case media(MessageKind, name: String, size: Int, url: String)
    }

    let id: Int
    let recipient: String
    let content: Content
}

extension Message {
    /// The receipt for the sender.
    var receipt: Receipt {
        switch content {
        case .text: Receipt(id: id, kind: .text, url: nil)
        case .media(let kind, _, _, let url): Receipt(id: id, kind: kind, url: url)
        }
    }

    /// The content in a line.
    var line: String {
        switch content {
        case .text(let text): text
        case .media(let kind, let name, _, _): "\(name) (\(kind.rawValue))"
        }
    }
}

/// A message to the user.
struct ReceivedMessage: Record, Equatable {
    let id: Int
    let sender: String
    let text: String
    var isRead: Bool
}

/// The kind of a message's content.
enum MessageKind: String, Codable, Sendable {
    case text, image, voice, video

    /// The kinds that are uploaded before they are sent.
    static let media: [MessageKind] = [.image, .voice, .video]

    /// The most bytes of an upload.
    var limit: Int {
        switch self {
        case .text: 0
        case .image: 1 << 20
        case .voice: 2 << 20
        case .video: 8 << 20
        }
    }
}

/// An image, a recorded voice or a video to send; its bytes are base64 in JSON.
struct Attachment: Codable, Sendable, Equatable {
    let name: String
    let bytes: Data
}

extension Attachment {
    /// Returns an attachment of the demonstration, with bytes of no meaning.
    static func demonstration(_ kind: MessageKind) -> Attachment {
        switch kind {
        case .text: Attachment(name: "note.txt", bytes: Data(count: 1))
        case .image: Attachment(name: "kitchen.jpg", bytes: Data(count: 300_000))
        case .voice: Attachment(name: "greeting.ogg", bytes: Data(count: 90_000))
        case .video: Attachment(name: "tour.mp4", bytes: Data(count: 2_000_000))
        }
    }
}

/// Proof that a message was sent: the answer of `app://messages/send`.
struct Receipt: Codable, Sendable, Equatable {
    /// The message's number.
    let id: Int
    let kind: MessageKind
    /// The URL of the upload, for a message with one.
    let url: String?
}

/// A reference to a message: the parameter of `/messages/receipt/:id`.
struct MessageReference: Decodable, Sendable {
    let id: Int
}

/// A text that is sent by following a link: the parameters of `/messages/write/send`.
struct Letter: Decodable, Sendable {
    /// The recipient.
    let to: String
    let text: String
}

/// The intended recipient: the parameter of `/messages/write` and `/messages/conversation/:to`.
struct Addressee: Decodable, Sendable {
    let to: String
}

/// The recipient and the kind of an attachment: the parameters of `/messages/attach/:kind`.
struct Parcel: Decodable, Sendable {
    let to: String
    let kind: MessageKind
}

/// The content that a caller wants to send, of one kind. The body of `app://messages/send`.
struct Draft: Codable, Sendable, Equatable {
    /// The recipient.
    let to: String
    var text: String?
    var image: Attachment?
    var voice: Attachment?
    var video: Attachment?

    /// Returns the attachment of a kind.
    func attachment(_ kind: MessageKind) -> Attachment? {
        switch kind {
        case .text: nil
        case .image: image
        case .voice: voice
        case .video: video
        }
    }
}

/// The reason why a message was not sent, or does not exist.
enum MessageError: Error, Equatable {
    /// The recipient is empty.
    case noRecipient
    /// The draft holds neither text nor an attachment.
    case nothingToSend
    /// The draft holds more than one message.
    case severalKinds([MessageKind])
    /// The attachment has no bytes.
    case empty(MessageKind, name: String)
    /// The attachment has more bytes than the service takes.
    case tooLarge(MessageKind, name: String, found: Int, limit: Int)
    /// No message has this number.
    case unknownMessage(Int)
    /// The module has stopped since the page was opened.
    case stopped
}

extension MessageError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noRecipient:
            "the message has no recipient; name one in \"to\""
        case .nothingToSend:
            "the message holds neither text nor image, voice or video; give it one of them"
        case .severalKinds(let kinds):
            "the message holds \(kinds.map(\.rawValue).joined(separator: " and ")); send each in a message of its own"
        case .empty(let kind, let name):
            "the \(kind.rawValue) \"\(name)\" is empty; send one that has bytes"
        case .tooLarge(let kind, let name, let found, let limit):
            "the \(kind.rawValue) \"\(name)\" has \(found) bytes, the limit is \(limit); send a smaller one"
        case .unknownMessage(let id):
            "there is no message \(id); choose one from app://messages/inbox"
        case .stopped:
            "the module of this page has stopped; open app://messages/inbox again"
        }
    }
}

extension String {
    /// Whether the text has only white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
