/// One thing that is wrong with a plugin: what it is about, and what was found and expected.
package struct Finding: Sendable, Equatable, Codable {
    let field: String
    let text: String

    init(_ field: String, _ text: String) {
        self.field = field
        self.text = text
    }

    /// It as a clause of a sentence: what is said of a module's state needs no word before it.
    package var clause: String { field == "state" ? text : "\(field) \(text)" }
}
