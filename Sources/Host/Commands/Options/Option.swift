/// An option of the command line: its name, the name of its value if it takes one, and a line of help.
struct Option: Sendable, Equatable {
    let name: String
    /// The value's name in the help, or `nil` for a flag.
    let value: String?
    let summary: String

    init(_ name: String, value: String? = nil, _ summary: String) {
        self.name = name
        self.value = value
        self.summary = summary
    }

    /// `--modules DIR`.
    var usage: String { value.map { "\(name) \($0)" } ?? name }
}
