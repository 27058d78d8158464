import ModuleKit

/// A service that sends messages with complete content.
protocol Outbox: Sendable {
    /// Sends a message and returns it with its number.
    func send(_ content: Message.Content, to recipient: String) async throws(MessageError) -> Message
}

/// An outbox that keeps sent messages, numbered from 1, as long as the module lives.
final class MemoryOutbox: Outbox {
    private let sent = Observable<[Message]>([])

    /// The sent messages, in order; a page that reads them follows new ones.
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
