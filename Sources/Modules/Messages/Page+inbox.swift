import ModuleKit

extension Page {
    /// What the user received and what was sent.
    static func inbox(
        _ session: Session, received: [ReceivedMessage] = ReceivedMessage.demonstration, sent: [Message]
    ) -> Page {
        Page("Messages") {
            Heading("Hello, \(session.user?.name ?? "guest")")
            for message in received {
                Field(message.sender, message.text)
                Link("Answer \(message.sender)", to: "app://messages/write?to=\(message.sender.queryEncoded)")
            }
            if !sent.isEmpty { Heading("Sent") }
            for message in sent {
                Link(message.title, to: "app://messages/receipt/\(message.id)")
            }
        }
    }
}

extension Message {
    fileprivate var title: String {
        switch content {
        case .text(let text): "To \(recipient): \(text)"
        case .image: "To \(recipient): an image"
        }
    }
}
