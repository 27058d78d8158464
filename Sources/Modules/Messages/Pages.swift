import FoundationEssentials
import ModuleKit

extension Page {
    /// An image that was sent, in words.
    static func image(_ image: Image) -> Page {
        Page(image.name) {
            Field("Size", "\(image.bytes.count) bytes")
        }
    }
}

extension Page {
    /// A message that was sent, as its sender sees it.
    static func receipt(_ message: Message) -> Page {
        Page("Message \(message.id) was sent") {
            Field("To", message.recipient)
            switch message.content {
            case .text(let text): Field("Text", text)
            case .image(let url): Link("The image", to: url)
            }
            Link("Inbox", to: "app://messages/inbox")
        }
    }
}

extension Page {
    /// A choice of texts, each of which is sent by following its link, and a form for any other.
    static func write(to recipient: String, texts: [String] = exampleTexts) -> Page {
        Page("Write to \(recipient)") {
            Text("Choose what to say, or write it yourself; it is sent at once.")
            for text in texts {
                Link(
                    text,
                    to: "app://messages/write/send?to=\(recipient.queryEncoded)&text=\(text.queryEncoded)")
            }
            Form(
                "Write", calling: "app://messages/send?to=\(recipient.queryEncoded)",
                fields: [.text("text", "Text").required().length(1...500)]
            )
            .then { $0.completion = .open(url: "app://messages/inbox") }
            Link("Inbox", to: "app://messages/inbox")
        }
    }

    private static let exampleTexts = [
        "Hello, is the home still free?",
        "May I come and see it on Saturday?",
        "你好，请问可以养猫吗？",
    ]
}
