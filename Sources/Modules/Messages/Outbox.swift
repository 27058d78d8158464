/// Sends messages whose content is ready.
protocol Outbox: Sendable {
    /// Sends a message and gives it its number.
    func send(_ content: Message.Content, to recipient: String) async throws(MessageError) -> Message
}
