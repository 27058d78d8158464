import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `The rows below a frame` {
    /// Texts that are written to a terminal of ten columns, and the number of rows by which they move the cursor down.
    static let writings: [(texts: [String], rows: Int)] = [
        ([], 0), (["a"], 0), (["a\n"], 1), (["a\r\nb\r\n"], 2),
        (["0123456789"], 0), (["0123456789\n"], 1), (["0123456789a"], 1),
        // A character of two columns goes to the next row if only one column is left.
        (["012345678房\n"], 2), (["房子房子房\n"], 1), (["a房子房子房\n"], 2),
        // A text after a prompt begins at the end of the prompt.
        (["prompt> ", "abc\n"], 2), (["prompt> ", "ab\n"], 1), (["prompt> \r", "0123456789\n"], 1),
        (["\u{1B}[31m0123456789\u{1B}[0m\n"], 1), (["a\tb\n"], 1), (["a\t\t\t\t\n"], 1), (["a\tbcd\n"], 2),
    ]

    @Test(arguments: writings) func `the rows below a frame are counted with the line wraps of the terminal`(
        _ row: (texts: [String], rows: Int)
    ) {
        let rows = CursorRows()
        rows.begin("", width: 10) { _ in }
        for text in row.texts { rows.write(text) { _ in } }
        var counted: Int?
        rows.draw({ place in
            counted = place.rowsBelow
            return nil
        }) { _ in }
        #expect(counted == row.rows, "\(row.texts)")
    }

    @Test func `the text after a typed line is counted from the first column`() {
        let rows = CursorRows()
        rows.begin("", width: 10) { _ in }
        rows.write("prompt> ") { _ in }
        rows.noteEcho(Array("abc\n".utf8)) { _ in }
        rows.write("0123456789\n") { _ in }
        var counted: Int?
        rows.draw({ place in
            counted = place.rowsBelow
            return nil
        }) { _ in }
        #expect(counted == 2)
    }
}
