/// An outbox that keeps what was sent, numbered from 1, for as long as the module lives.
actor MemoryOutbox: Outbox {
    private(set) var messages: [Message] = []

    func send(_ content: Message.Content, to recipient: String) -> Message {
        let message = Message(id: messages.count + 1, recipient: recipient, content: content)
        messages.append(message)
        return message
    }

    func message(_ id: Int) throws(MessageError) -> Message {
        guard let message = messages.first(where: { $0.id == id }) else { throw .unknownMessage(id) }
        return message
    }
}
