/// What a caller wants to send: a text or an image, but not both. The body of `app://messages/send`.
struct Draft: Codable, Sendable, Equatable {
    /// The recipient.
    let to: String
    let text: String?
    let image: Image?

    init(to recipient: String, text: String? = nil, image: Image? = nil) {
        self.to = recipient
        self.text = text
        self.image = image
    }
}
