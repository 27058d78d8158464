import Testing

@testable import App
@testable import Platform

@Suite(.timeLimit(.minutes(2))) struct `The list of choices` {
    /// The number of choices, the columns and rows of the window, and the lines.
    static let rows: [(count: Int, columns: Int, height: Int, lines: [String])] = [
        (0, 80, 24, [""]), (1, 80, 24, ["c0"]), (3, 80, 24, ["c0  c1  c2"]), (5, 8, 24, ["c0  c3", "c1  c4", "c2"]),
        (7, 11, 24, ["c0  c3  c6", "c1  c4", "c2  c5"]), (3, 1, 24, ["c…", "c…", "c…"]),
        (5, 1, 5, ["c…", "c…", "… 5 choices; type more"]),
    ]

    @Test(arguments: rows) func `choices are listed in columns, from top to bottom`(
        _ row: (count: Int, columns: Int, height: Int, lines: [String])
    ) {
        let choices = (0..<row.count).map { LineCompletion.Choice(text: nil, label: "c\($0)") }
        let window = TerminalWindow(columns: row.columns, rows: row.height)
        #expect(LineCompletion(choices: choices).list(in: window) == row.lines)
    }
}
