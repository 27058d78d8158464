import ModuleKit

/// The model of the inbox: received messages, and sent ones as they are sent.
final class InboxModel: ViewModel {
    enum Event: Codable {
        /// Reverses the order of the sent messages.
        case reverse
    }

    private let session: Session
    private let received: [ReceivedMessage]
    private let outbox: MemoryOutbox
    private let isNewestFirst = Observable(false)

    init(session: Session, received: [ReceivedMessage] = ReceivedMessage.demonstration, outbox: MemoryOutbox) {
        self.session = session
        self.received = received
        self.outbox = outbox
    }

    var content: [PageElement] {
        Heading("Hello, \(session.user?.name ?? "guest")")
        List(received) { message in
            List.Item("Answer \(message.sender)", to: "app://messages/write?to=\(message.sender.queryEncoded)")
                .then { $0.detail = message.text }
        }
        let sent = isNewestFirst.value ? outbox.messages.reversed() : outbox.messages
        if !sent.isEmpty {
            Heading("Sent")
            List(sent) { List.Item($0.title, to: "app://messages/receipt/\($0.id)") }
        }
        if sent.count > 1 {
            Action(isNewestFirst.value ? "Oldest first" : "Newest first", throwing: Event.reverse)
        }
    }

    func receive(_ event: Event) {
        switch event {
        case .reverse: isNewestFirst.update { $0.toggle() }
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
