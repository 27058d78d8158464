@_spi(Host) import ModuleKit
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `A frame on a terminal` {
    private static func frame(_ lines: [String]) -> LiveFrame {
        LiveFrame(start: 0, lines: lines.map { TextLine($0) }, display: Display(width: 80, height: 10))
    }

    /// The lines before and after, the rows between the frame and the cursor, and the output.
    static let rows: [(old: [String], new: [String], below: Int, drawn: String?)] = [
        (["a", "b"], ["a", "b"], 1, nil), (["a", "b"], ["a", "c"], 0, "^7^[1A\r^[Kc^8"),
        (["a", "b"], ["c", "b"], 3, "^7^[5A\r^[Kc^8"),
        (["a", "b"], ["a"], 0, "^7^[1A\r^[K^8"), (["a", "b"], ["c", "d"], 0, "^7^[2A\r^[Kc^8^7^[1A\r^[Kd^8"),
        (["a", "b"], ["c", "b"], 8, nil),
        (["a", "b"], ["c", "d"], 8, "^7^[9A\r^[Kd^8"),
        (["a"], ["a", "b"], 0, "^D^[1A^7\r^[1L^8^[1B^7^[1A\r^[Kb^8"),
        (["a"], ["a", "", "b"], 2, "^D^D^[2A^7^[2A\r^[2L^8^[2B^7^[3A\r^[Kb^8"),
    ]

    @Test(arguments: rows) func `a frame draws the changed lines that are still on the screen`(
        _ row: (old: [String], new: [String], below: Int, drawn: String?)
    ) {
        var frame = Self.frame(row.old)
        let drawn = frame.draw(
            row.new.map { TextLine($0) }, at: FramePlace(rowsBelow: row.below, lowest: row.below))
        #expect(drawn?.text == row.drawn?.replacing("^", with: "\u{1B}"))
        #expect(frame.lines.count == max(row.old.count, row.new.count))
    }

    /// A text, and the number of rows by which it moves the cursor down at a width of 10.
    @Test(arguments: [
        ("", 0), ("a", 0), ("a\n", 1), ("\n\n", 2), ("0123456789\n", 1), ("0123456789a\n", 2), ("房房房房房房\nx", 2),
        ("\u{1B}[2m0123456789\u{1B}[0m\n", 1), ("a\tb\n", 1), ("a\tbcd\n", 2),
    ])
    func `a frame counts the rows that a text adds below it`(text: String, rows: Int) {
        let below = CursorRows()
        below.write("ignored\n") { _ in }
        below.begin("", width: 10) { _ in }
        below.write(text) { _ in }
        below.write("elsewhere\n", isSeen: false) { #expect($0 == "elsewhere\n") }
        below.draw({ place in ("\(place.rowsBelow)", 0) }, { #expect($0 == "\(rows)") })
    }
}
