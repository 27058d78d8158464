import ModuleKit

extension Page {
    /// What the user received and what was sent.
    static func inbox(
        _ session: Session, received: [ReceivedMessage] = ReceivedMessage.demonstration, sent: [Message]
    ) -> Page {
        Page("Messages") {
            Heading("Hello, \(session.user?.name ?? "guest")")
            List(received) { message in
                List.Item("Answer \(message.sender)", to: "app://messages/write?to=\(message.sender.queryEncoded)")
                    .then { $0.detail = message.text }
            }
            if !sent.isEmpty {
                Heading("Sent")
                List(sent) { List.Item($0.title, to: "app://messages/receipt/\($0.id)") }
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
