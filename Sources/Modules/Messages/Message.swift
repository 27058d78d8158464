/// A message that was sent.
struct Message: Sendable, Equatable {
    /// The content for the recipient.
    enum Content: Sendable, Equatable {
        case text(String)
        case image(url: String)
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
        case .image(let url): Receipt(id: id, kind: .image, url: url)
        }
    }
}

/// The kind of a message's content.
enum MessageKind: String, Codable, Sendable {
    case text, image
}

/// A reference to a message or image: the parameter of `/messages/receipt/:id` and `/messages/image/:id`.
struct MessageReference: Decodable, Sendable {
    let id: Int
}

/// A message to the user.
struct ReceivedMessage: Sendable, Equatable {
    let sender: String
    let text: String
}

extension ReceivedMessage {
    /// The inbox of the demonstration.
    static let demonstration = [
        ReceivedMessage(sender: "wang", text: "房子还在的，欢迎周末来看。"),
        ReceivedMessage(sender: "li", text: "The keys are with the neighbour."),
    ]
}

/// Proof that a message was sent: the answer of `app://messages/send`.
struct Receipt: Codable, Sendable, Equatable {
    /// The message's number.
    let id: Int
    let kind: MessageKind
    /// The URL of the image, for a message with an image.
    let url: String?
}

/// A text that is sent by following a link: the parameters of `/messages/write/send`.
struct Letter: Decodable, Sendable {
    /// The recipient.
    let to: String
    let text: String
}

/// The intended recipient: the parameter of `/messages/write`.
struct Addressee: Decodable, Sendable {
    let to: String
}

/// The content that a caller wants to send: a text or an image, but not both. The body of `app://messages/send`.
struct Draft: Codable, Sendable, Equatable {
    /// The recipient.
    let to: String
    let text: String?
    let image: Image?

    init(to recipient: String, text: String? = nil, image: Image? = nil) {
        self.to = recipient
        self.text = text
        self.image = image
    }
}

/// The reason why a message was not sent, or does not exist.
enum MessageError: Error, Equatable {
    /// The recipient is empty.
    case noRecipient
    /// The draft holds neither text nor image.
    case nothingToSend
    /// The draft holds more than one message.
    case severalKinds([MessageKind])
    /// The image has no bytes.
    case emptyImage(name: String)
    /// The image has more bytes than the store accepts.
    case imageTooLarge(name: String, found: Int, limit: Int)
    /// This resource has no granted upload, or the upload was used already.
    case unknownResource(Int)
    /// No image has this number.
    case unknownImage(Int)
    /// No message has this number.
    case unknownMessage(Int)
}

extension MessageError: CustomStringConvertible {
    var description: String {
        switch self {
        case .noRecipient:
            "the message has no recipient; name one in \"to\""
        case .nothingToSend:
            "the message holds neither text nor image; give it one of them"
        case .severalKinds(let kinds):
            "the message holds \(kinds.map(\.rawValue).joined(separator: " and ")); send each in a message of its own"
        case .emptyImage(let name):
            "the image \"\(name)\" is empty; send one that has bytes"
        case .imageTooLarge(let name, let found, let limit):
            "the image \"\(name)\" has \(found) bytes, the limit is \(limit); send a smaller one"
        case .unknownResource(let id):
            "no upload was granted for resource \(id), or it was used already; ask for a new one"
        case .unknownImage(let id):
            "there is no image \(id); choose one from app://messages/inbox"
        case .unknownMessage(let id):
            "there is no message \(id); choose one from app://messages/inbox"
        }
    }
}
