import FoundationEssentials
import Glibc
import ModuleKit

/// The kind of a message's content.
enum MessageKind: String, Codable, CaseIterable, Sendable {
    case text, image, voice, video
}

/// A message of one user to or from a partner; the answer of `app://messages/send`.
struct Message: Record, Equatable {
    /// The message's number on this machine.
    var id = 0
    /// The user who sent or received the message; other users who log in on this machine do not see the message.
    let user: String
    let partner: String
    let kind: MessageKind
    /// The text, or the name of the file.
    let text: String
    /// The URL of the uploaded file.
    var url: String?
    /// The number of a received message in the service; `nil` for a sent message.
    var number: Int?
    var isRead = true

    var line: String { (number == nil ? "You: " : "") + (kind == .text ? text : "\(text) (\(kind.rawValue))") }
}

/// The content that a caller wants to send: the body of `app://messages/send`.
struct Draft: Codable, Sendable, Equatable {
    let to: String
    /// Text by default.
    var kind: MessageKind?
    var text: String?
    /// An image, a recorded voice or a video.
    var file: Attachment?

    var recipient: String {
        get throws(MessageError) {
            if to.allSatisfy(\.isWhitespace) { throw MessageError("the message has no recipient; name one in \"to\"") }
            return to
        }
    }
}

/// A file to send; its bytes are base64 in JSON.
struct Attachment: Codable, Sendable, Equatable {
    let name: String
    let bytes: Data
}

extension Attachment {
    /// Reads a regular file of at most 8 MiB, the largest limit of any kind.
    init(file: String) throws(MessageError) {
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 8 << 20,
            let bytes = FileManager.default.contents(atPath: file)
        else { throw MessageError("\(file) is not a plain file of up to 8 MiB that can be read; name another one") }
        self.init(name: file.split(separator: "/").last.map(String.init) ?? file, bytes: bytes)
    }
}

/// The reason why a message was not sent, with the remedy.
struct MessageError: Error, Equatable, CustomStringConvertible {
    static let underWay = Self("the message is being sent already; wait for it")
    static let noFiles = Self(
        "only a person at the shell of the host of Messages can send files; open this page there, or write a text")

    let description: String

    init(_ description: String) { self.description = description }
}
