@_spi(Host) import ModuleKit

/// The rows that a terminal shows of a line while it is typed, and the cursor in them.
///
/// It breaks rows itself, so that it does not depend on how a terminal wraps.
struct LineView: Sendable, Equatable {
    /// One row: typed text, and text that is only offered, in grey.
    struct Row: Sendable, Equatable {
        var text = ""
        var width = 0
        var hint = ""
    }

    /// A place on the terminal, counted from the view's first row.
    struct Place: Sendable, Equatable {
        var row = 0
        var column = 0
    }

    private static let hintStyle = (begin: "\u{1B}[90m", end: "\u{1B}[0m")

    /// The width of the window that it is for.
    let columns: Int
    private(set) var rows = [Row()]
    private(set) var cursor = Place()

    /// Lays out a line in a window.
    ///
    /// - Parameters:
    ///   - hint: the text that may follow, shown as far as the row has room.
    ///   - below: rows under the line, shown as far as the window has room.
    init(
        prompt: String, before: String, after: String, hint: String = "", below: [String] = [],
        in window: TerminalWindow
    ) {
        columns = window.columns
        add(prompt, window.columns)
        add(before, window.columns)
        cursor = Place(row: rows.count - 1, column: rows[rows.count - 1].width)
        add(after, window.columns)
        if cursor.column >= window.columns {
            cursor = Place(row: cursor.row + 1, column: 0)
            if cursor.row == rows.count { rows.append(Row()) }
        }
        rows[rows.count - 1].hint = Self.clipped(hint, window.columns - rows[rows.count - 1].width - 1)
        scroll(window.rows)
        for text in below.prefix(max(window.rows - rows.count, 0)) {
            rows.append(Row(text: text, width: DisplayWidth.of(text)))
        }
    }

    private mutating func add(_ text: String, _ columns: Int) {
        for character in text {
            guard !character.isNewline else {
                rows.append(Row())
                continue
            }
            let shown = character == "\t" ? " " : PlainText.safe(character)
            let width = DisplayWidth.of(shown)
            if rows[rows.count - 1].width + width > columns { rows.append(Row()) }
            rows[rows.count - 1].text.append(shown)
            rows[rows.count - 1].width += width
        }
    }

    private static func clipped(_ text: String, _ columns: Int) -> String {
        var (clipped, width) = ("", 0)
        for character in text where !character.isNewline {
            let shown = PlainText.safe(character)
            width += DisplayWidth.of(shown)
            guard width <= columns else { break }
            clipped.append(shown)
        }
        return clipped
    }

    /// Keeps as many rows as the window has, with the cursor among them.
    private mutating func scroll(_ height: Int) {
        guard rows.count > height else { return }
        let first = min(max(cursor.row - height + 1, 0), rows.count - height)
        rows = Array(rows[first..<first + height])
        cursor.row -= first
    }

    /// Returns the text that draws it in place of another view, or from the cursor on if there is none.
    func drawing(over old: LineView?) -> String {
        var pen = Pen(place: old?.cursor ?? Place())
        let former = old?.rows ?? []
        for (number, row) in rows.enumerated() {
            if number < former.count {
                pen.change(former[number], to: row, at: number)
            } else {
                if number > 0 { pen.beginRow(number) }
                pen.write(row.text, row.width)
            }
            if !row.hint.isEmpty, number >= former.count || former[number] != row {
                pen.write(Self.hintStyle.begin + row.hint + Self.hintStyle.end, DisplayWidth.of(row.hint))
            }
        }
        if former.count > rows.count {
            pen.move(to: Place(row: rows.count, column: 0))
            pen.text += "\u{1B}[J"
        }
        pen.move(to: cursor)
        return pen.text
    }

    /// The text that removes it and goes to the beginning of its first row.
    var erasure: String { Self.erasure(rows: cursor.row) }

    /// Returns the text that removes it from a window that has become narrower and has wrapped its rows.
    func erasure(columns: Int) -> String {
        func count(_ width: Int) -> Int { max((width + columns - 1) / columns, 1) }
        return Self.erasure(rows: rows[..<cursor.row].reduce(0) { $0 + count($1.width) } + cursor.column / columns)
    }

    private static func erasure(rows: Int) -> String { (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J" }

    /// The text that goes to the row after it.
    var ending: String {
        let down = rows.count - 1 - cursor.row
        return (down > 0 ? "\u{1B}[\(down)B" : "") + "\r\n"
    }
}

/// The drawing of a view, and the place of the cursor in it.
private struct Pen {
    var text = ""
    var place: LineView.Place

    mutating func write(_ new: String, _ width: Int) {
        text += new
        place.column += width
    }

    /// Goes to the beginning of a row below all others.
    mutating func beginRow(_ row: Int) {
        move(to: LineView.Place(row: row - 1, column: place.column))
        text += "\r\n"
        place = LineView.Place(row: row, column: 0)
    }

    mutating func move(to target: LineView.Place) {
        if target.row != place.row {
            // Behind a full row a terminal may wait with the cursor: the beginning of a row is a sure place.
            returnToBegin()
            text += "\u{1B}[\(abs(target.row - place.row))\(target.row < place.row ? "A" : "B")"
            place.row = target.row
        }
        if target.column < place.column { returnToBegin() }
        if target.column > place.column { text += "\u{1B}[\(target.column - place.column)C" }
        place.column = target.column
    }

    /// Writes a row over another, from the first difference on.
    mutating func change(_ old: LineView.Row, to new: LineView.Row, at row: Int) {
        guard old != new else { return }
        var (kept, rest) = (0, new.text[...])
        for (first, second) in zip(old.text, new.text) {
            guard first == second else { break }
            kept += DisplayWidth.of(first)
            rest = rest.dropFirst()
        }
        move(to: LineView.Place(row: row, column: kept))
        // After a full row, the erasing would remove its last character too.
        if old.width > kept || !old.hint.isEmpty { text += "\u{1B}[K" }
        write(String(rest), new.width - kept)
    }

    private mutating func returnToBegin() {
        guard place.column > 0 else { return }
        text += "\r"
        place.column = 0
    }
}
