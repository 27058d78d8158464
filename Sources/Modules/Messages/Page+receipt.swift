import ModuleKit

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
