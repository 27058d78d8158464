import FoundationEssentials
import ModuleKit

extension Page {
    /// Returns the page of a sent image, in words.
    static func image(_ image: Image) -> Page {
        Page(image.name) {
            Field("Size", "\(image.bytes.count) bytes")
        }
    }
}

extension Page {
    /// Returns the page of a sent message, for its sender.
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
