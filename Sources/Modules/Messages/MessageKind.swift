/// What a message holds.
enum MessageKind: String, Codable, Sendable {
    case text, image
}
