/// Proof that a message was sent. The answer of `app://messages/send`.
struct Receipt: Codable, Sendable, Equatable {
    /// The message's number.
    let id: Int
    let kind: MessageKind
    /// Where the image is, for a message that holds one.
    let url: String?
}
