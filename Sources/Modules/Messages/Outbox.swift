import ModuleKit

/// Sends messages whose content is ready.
protocol Outbox: Sendable {
    /// Sends a message and gives it its number.
    func send(_ content: Message.Content, to recipient: String) async throws(MessageError) -> Message
}

/// An outbox that keeps what was sent, numbered from 1, for as long as the module lives.
final class MemoryOutbox: Outbox {
    private let sent = Observable<[Message]>([])

    /// What was sent, in order; who reads it for a page is told when there is more.
    var messages: [Message] { sent.value }

    func send(_ content: Message.Content, to recipient: String) -> Message {
        sent.update { messages in
            let message = Message(id: messages.count + 1, recipient: recipient, content: content)
            messages.append(message)
            return message
        }
    }

    func message(_ id: Int) throws(MessageError) -> Message {
        guard let message = messages.first(where: { $0.id == id }) else { throw .unknownMessage(id) }
        return message
    }
}
