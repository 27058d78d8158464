@_spi(Host) import ModuleKit

/// A request for a line that the user types.
struct LineRequest: Sendable {
    /// The text before the line.
    var prompt: String
    var purpose = LinePurpose.command
    /// Whether the line is not displayed while it is typed.
    var isSecret = false
    /// The possible answers, if they are few.
    var words: [String] = []
}

/// The choices that complete the word before the cursor.
struct LineCompletion: Sendable, Equatable {
    struct Choice: Sendable, Equatable {
        /// The word; `nil` if the choice stands for a value that only the user knows.
        var text: String?
        /// The text of the choice in a list.
        var label: String
        /// Whether the word is complete; the editor then inserts a space after it.
        var isWhole = true
        /// The description of the choice, for the completion scripts of the command line.
        var about = ""
    }

    /// The number of characters before the cursor that a choice replaces.
    var length = 0
    var choices: [Choice] = []

    /// Returns a completion with the words that begin with a text.
    static func words(_ words: [String], of text: String) -> LineCompletion {
        let found = words.filter { $0.hasPrefix(text) }
        return LineCompletion(length: text.count, choices: found.map { Choice(text: $0, label: $0, isWhole: false) })
    }

    /// The longest common beginning of all choices; `nil` if one of them stands for a value that only the user knows.
    var common: String? {
        let words = choices.compactMap(\.text)
        guard words.count == choices.count, var common = words.first else { return nil }
        for word in words {
            common = String(zip(common, word).prefix { $0 == $1 }.map(\.0))
        }
        return common
    }

    /// Returns the rows of a table with the choices, sorted from top to bottom in each column. If the window has too
    /// few rows, the last row has the number of choices.
    func list(in window: TerminalWindow) -> [String] {
        let labels = choices.map { PlainText.line($0.label, limit: window.columns) }
        let width = (labels.map { DisplayWidth.of($0) }.max() ?? 0) + 2
        let count = max((window.columns + 1) / width, 1)
        let height = (labels.count + count - 1) / count
        let rows = (0..<height).map { row in stride(from: row, to: labels.count, by: height).map { labels[$0] } }
        var table = TextTable(header: rows.first ?? [])
        for row in rows.dropFirst() { table.add(row) }
        let room = max(window.rows - 2, 1)
        return height > room
            ? table.lines.prefix(room - 1) + ["… \(labels.count) choices; type more"] : table.lines
    }
}

/// The shell's help for the line editor: completions, hints, and the form of a line in the history. The editor's thread
/// calls the functions.
protocol LineAssistant: Sendable {
    /// Begins to read the current routes and modules.
    func prepare()

    /// Returns the completion of the word at the end of a text. The call may block.
    func completion(of text: String) -> LineCompletion

    /// Returns the probable rest of a text. The call must not block.
    func hint(after text: String) -> String?

    /// Returns the line without sensitive values, as the history keeps it.
    func keptForm(of line: String) -> String
}
