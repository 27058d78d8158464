import ModuleKit

extension Page {
    /// Returns the page of a sent message, for its sender.
    static func receipt(_ message: Message) -> Page {
        Page("Message \(message.id) was sent") {
            Field("To", message.recipient)
            switch message.content {
            case .text(let text): Field("Text", text)
            case .media(.image, let name, let size, let url):
                Image(name, at: url)
                Field("Size", "\(size) bytes")
            case .media(let kind, let name, let size, let url):
                Link("The \(kind.rawValue) \(name)", to: url)
                Field("Size", "\(size) bytes")
            }
            Link("Inbox", to: "app://messages/inbox")
        }
    }
}

extension Page {
    /// Returns a choice of texts, each of which is sent by following its link, and a form for any other text.
    static func write(to recipient: String, texts: [String] = exampleTexts) -> Page {
        Page("Write to \(recipient)") {
            Text("Choose what to say, or write it yourself; it is sent at once.")
            for text in texts {
                Link(
                    text,
                    to: "app://messages/write/send?to=\(recipient.queryEncoded)&text=\(text.queryEncoded)")
            }
            Form(
                "Write", calling: "app://messages/send?to=\(recipient.queryEncoded)", fields: [.messageText]
            )
            .then { $0.completion = .open(url: "app://messages/inbox") }
            for kind in MessageKind.media { Link.attaching(kind, to: recipient) }
            Link("Inbox", to: "app://messages/inbox")
        }
    }

    private static let exampleTexts = [
        "Hello, is the home still free?",
        "May I come and see it on Saturday?",
        "你好，请问可以养猫吗？",
    ]
}

extension Link {
    /// Returns a link to a page that sends an attachment of a kind.
    static func attaching(_ kind: MessageKind, to recipient: String) -> Link {
        Link("Send \(kind.rawValue)", to: "app://messages/attach/\(kind.rawValue)?to=\(recipient.queryEncoded)")
    }
}

extension Form.Field {
    /// The text of a message.
    static var messageText: Form.Field { .text("text", "Text").required().length(1...500) }
}

extension String {
    /// The text as the value of a query item: all characters are escaped except the unreserved ones of RFC 3986.
    var queryEncoded: String { utf8.map(Self.escaped).joined() }

    private static func escaped(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            String(UnicodeScalar(byte))
        default:
            (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
    }
}
