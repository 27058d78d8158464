/// How one kind of message is sent; a new kind is a new strategy, and neither callers nor the sender change.
protocol MessageStrategy: Sendable {
    /// The kind of message that it sends.
    var kind: MessageKind { get }

    /// Whether the draft holds something of this kind.
    func applies(to draft: Draft) -> Bool

    /// Sends what the draft holds of this kind.
    func send(_ draft: Draft) async throws(MessageError) -> Message
}
