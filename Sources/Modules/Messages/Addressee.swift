/// Whom somebody wants to write to: the parameter of `/messages/write`.
struct Addressee: Decodable, Sendable {
    let to: String
}
