/// One field of the head of a question or an answer.
struct HTTPHeader: Sendable, Equatable, Codable {
    /// The name in lower case.
    let name: String
    /// The value without the blanks around it.
    var value: String

    /// Whether the value can stand in a question: visible ASCII characters and blanks, and not too many.
    var isSendable: Bool {
        !value.isEmpty && value.utf8.count <= 1024 && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
