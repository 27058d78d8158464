import TestSupport
import Testing

@testable import App

@Suite(.timeLimit(.minutes(2))) struct `The view of a line` {
    private static let window = TerminalWindow(columns: 10, rows: 5)

    /// The text before and after the cursor, the hint, and then the rows, and the cursor's row and column.
    static let layouts: [(before: String, after: String, hint: String, rows: [String], row: Int, column: Int)] = [
        ("", "", "", [">"], 0, 2), ("abc", "", "", ["> abc"], 0, 5), ("ab", "c", "", ["> abc"], 0, 4),
        ("", "", "abc", ["> abc"], 0, 2), ("abcdefgh", "", "xyz", ["> abcdefgh", "xyz"], 1, 0),
        ("abcdefghi", "", "", ["> abcdefgh", "i"], 1, 1), ("abc", "defghijk", "", ["> abcdefgh", "ijk"], 0, 5),
        ("你好你好你", "", "", ["> 你好你好", "你"], 1, 2), ("a你好你好", "", "", ["> a你好你", "好"], 1, 2),
        ("ab\ncd", "\nef", "", ["> ab", "cd", "ef"], 1, 2), ("a\u{1B}\tb", "", "", ["> a\u{FFFD} b"], 0, 6),
        ("abcd", "", "efghijkl", ["> abcdefg"], 0, 6),
        (
            String(repeating: "0123456789", count: 6), "", "",
            ["8901234567", "8901234567", "8901234567", "8901234567", "89"], 4, 2
        ),
        (
            "", String(repeating: "0123456789", count: 6), "",
            ["> 01234567", "8901234567", "8901234567", "8901234567", "8901234567"], 0, 2
        ),
    ]

    private static func view(_ index: Int) -> LineView {
        let row = layouts[index]
        return LineView(prompt: "> ", before: row.before, after: row.after, hint: row.hint, in: window)
    }

    private static func screen() -> TerminalScreen { TerminalScreen(width: window.columns, height: window.rows) }

    @Test(arguments: layouts.indices) func `the view of a line breaks rows at the window's edge, and at line ends`(
        _ index: Int
    ) {
        let row = Self.layouts[index]
        var screen = Self.screen()
        screen.write(Self.view(index).drawing(over: nil).utf8)
        #expect(screen.lines == row.rows)
        #expect(screen.cursor == (row.row, row.column))
    }

    @Test(arguments: layouts.indices, layouts.indices)
    func `the view of a line that is drawn over another view looks as on an empty screen`(
        _ first: Int, second: Int
    ) {
        var (screen, fresh) = (Self.screen(), Self.screen())
        let (old, new) = (Self.view(first), Self.view(second))
        screen.write((old.drawing(over: nil) + new.drawing(over: old)).utf8)
        fresh.write(new.drawing(over: nil).utf8)
        #expect(screen.lines == fresh.lines)
        #expect(screen.cursor.column == fresh.cursor.column)
        screen.write((new.erasure + "x").utf8)
        #expect(screen.lines == ["x"])
    }

    @Test func `the view of a line shows the choices below it that fit`() {
        let view = LineView(prompt: "> ", before: "a", after: "", below: ["1", "2", "3", "4", "5"], in: Self.window)
        #expect(view.rows.map(\.text) == ["> a", "1", "2", "3", "4"])
        #expect(view.cursor == LineView.Place(row: 0, column: 3))
    }

    @Test func `the view of a line colours its prompt once, and does not colour the typed text`() {
        let views = ["a", "ab"].map { LineView(prompt: "> ", before: $0, after: "", usesColour: true, in: Self.window) }
        #expect(views[0].drawing(over: nil) == "\u{1B}[36m> \u{1B}[0ma")
        #expect(views[1].drawing(over: views[0]) == "b")
    }

    @Test func `the view of a line needs one byte for a letter that is added at its end`() {
        let views = ["a", "ab"].map { LineView(prompt: "> ", before: $0, after: "", in: Self.window) }
        #expect(views[1].drawing(over: views[0]) == "b")
    }

    @Test func `the view of a line stays below other output, and the rows above it are counted without it`() {
        let rows = CursorRows()
        var screen = Self.screen()
        rows.begin("page\n", width: 10) { screen.write($0.replacing("\n", with: "\r\n").utf8) }
        let view = LineView(prompt: "> ", before: "abcdefghij", after: "", in: Self.window)
        rows.show(view, repaints: nil) { screen.write($0.utf8) }
        rows.write("note\n") { screen.write($0.replacing("note\n", with: "note\r\n").utf8) }
        #expect(screen.lines == ["page", "note", "> abcdefgh", "ij"])
        var place: FramePlace?
        rows.draw({
            place = $0
            return nil
        }) { _ in }
        #expect(place?.rowsBelow == 1)
        #expect(place?.lowest == 2)
        rows.endLine { screen.write($0.utf8) }
        rows.draw({
            place = $0
            return nil
        }) { _ in }
        #expect(place?.rowsBelow == 3)
        #expect(screen.cursor == (4, 0))
    }
}
