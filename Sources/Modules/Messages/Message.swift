/// A message that was sent.
struct Message: Sendable, Equatable {
    /// What the recipient gets.
    enum Content: Sendable, Equatable {
        case text(String)
        case image(url: String)
    }

    let id: Int
    let recipient: String
    let content: Content
}

extension Message {
    /// What the sender is told.
    var receipt: Receipt {
        switch content {
        case .text: Receipt(id: id, kind: .text, url: nil)
        case .image(let url): Receipt(id: id, kind: .image, url: url)
        }
    }
}
