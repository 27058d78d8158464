/// Why a message was not sent, or is not there.
enum MessageError: Error, Equatable {
    /// The recipient is empty.
    case noRecipient
    /// The draft holds neither text nor image.
    case nothingToSend
    /// The draft holds more than one message.
    case severalKinds([MessageKind])
    /// The image has no bytes.
    case emptyImage(name: String)
    /// The image has more bytes than the store takes.
    case imageTooLarge(name: String, found: Int, limit: Int)
    /// Nobody granted an upload to this resource, or it was used already.
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
