/// A text that is sent by following a link: the parameters of `/messages/write/send`.
struct Letter: Decodable, Sendable {
    /// The recipient.
    let to: String
    let text: String
}
