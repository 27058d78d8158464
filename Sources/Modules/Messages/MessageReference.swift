/// Which message or image is meant: the parameter of `/messages/receipt/:id` and `/messages/image/:id`.
struct MessageReference: Decodable, Sendable {
    let id: Int
}
