/// One thing that is wrong with a plugin: what it is about, and what was found and expected.
struct Finding: Sendable, Equatable, Codable {
    let field: String
    let text: String

    init(_ field: String, _ text: String) {
        self.field = field
        self.text = text
    }
}
