@_spi(Host) import ModuleKit

/// The rows of a line on the terminal while it is typed, and the position of the cursor in them.
///
/// The view breaks rows itself, so that it does not depend on how a terminal wraps lines.
struct LineView: Sendable, Equatable {
    /// One row: a part of the prompt and of the typed text, and a suggestion in grey.
    struct Row: Sendable, Equatable {
        var text = ""
        /// The number of characters at the beginning of `text` that belong to a coloured prompt.
        var prompt = 0
        var width = 0
        var hint = ""

        /// Returns the number of leading characters that are equal in both rows, and the width of those characters.
        func beginning(with other: Row) -> (count: Int, width: Int) {
            let same = zip(text, other.text).prefix { $0 == $1 }
            return (same.count, same.reduce(0) { $0 + DisplayWidth.of($1.0) })
        }
    }

    /// A position on the terminal, counted from the view's first row.
    struct Place: Sendable, Equatable {
        var row = 0
        var column = 0
    }

    /// The width of the window for which the view is made.
    let columns: Int
    private(set) var rows = [Row()]
    private(set) var cursor = Place()

    /// Lays out a line in a window. `hint` is the suggested rest of the line; it is cut at the end of the row. `below`
    /// contains the rows under the line; rows for which the window has no room are dropped.
    init(
        prompt: String, before: String, after: String, hint: String = "", below: [String] = [],
        usesColour: Bool = false, in window: TerminalWindow
    ) {
        columns = window.columns
        add(prompt, window.columns)
        if usesColour { for row in rows.indices { rows[row].prompt = rows[row].text.count } }
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

    /// Drops rows until the view fits the window; the cursor's row remains.
    private mutating func scroll(_ height: Int) {
        guard rows.count > height else { return }
        let first = min(max(cursor.row - height + 1, 0), rows.count - height)
        rows = Array(rows[first..<first + height])
        cursor.row -= first
    }

    /// Returns the text that turns the view `old` on the terminal into this view. The text draws only the part from the
    /// first difference on. If `old` is `nil`, the text draws the whole view.
    func drawing(over old: LineView?) -> String {
        var pen = Pen(place: old?.cursor ?? Place())
        let former = old?.rows ?? []
        let same = zip(former, rows).prefix { $0 == $1 }.count
        var kept = (count: 0, width: 0)
        if same < former.count {
            if same < rows.count { kept = rows[same].beginning(with: former[same]) }
            pen.move(to: Place(row: same, column: kept.width))
            // Erases only if old text remains: after a full row, the cursor is still on the row's last character, which
            // the erasure would remove.
            let leavesNone = same == former.count - 1 && former[same].width == kept.width && former[same].hint.isEmpty
            if !leavesNone { pen.text += "\u{1B}[J" }
        }
        for (number, row) in rows.enumerated().dropFirst(same) {
            if number > 0, number > same || same == former.count { pen.beginRow(number) }
            pen.write(row, from: number == same ? kept.count : 0)
        }
        pen.move(to: cursor)
        return pen.text
    }

    /// The text that erases the view and moves the cursor to the beginning of the view's first row.
    var erasure: String { Self.erasure(rows: cursor.row) }

    /// Returns the text that erases the view after the window has become narrower and the terminal has wrapped the
    /// rows. `columns` is the new width.
    func erasure(columns: Int) -> String {
        func count(_ width: Int) -> Int { max((width + columns - 1) / columns, 1) }
        return Self.erasure(rows: rows[..<cursor.row].reduce(0) { $0 + count($1.width) } + cursor.column / columns)
    }

    private static func erasure(rows: Int) -> String { (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\r\u{1B}[J" }

    /// The text that moves the cursor to the row below the view.
    var ending: String {
        let down = rows.count - 1 - cursor.row
        return (down > 0 ? "\u{1B}[\(down)B" : "") + "\r\n"
    }
}

/// The text that is being composed to draw a view, and the position of the cursor after that text.
private struct Pen {
    private static let hintStyle = (begin: "\u{1B}[90m", end: "\u{1B}[0m")

    var text = ""
    var place: LineView.Place

    /// Adds a row from the character at `start` on. The prompt is coloured, and the suggestion is grey.
    mutating func write(_ row: LineView.Row, from start: Int) {
        let prompt = TextLine(String(row.text.prefix(row.prompt).dropFirst(start)), .label)
        text += LinePainter(usesColour: true).text(of: prompt) + row.text.dropFirst(max(row.prompt, start))
        place.column = row.width
        guard !row.hint.isEmpty else { return }
        text += Self.hintStyle.begin + row.hint + Self.hintStyle.end
        place.column += DisplayWidth.of(row.hint)
    }

    /// Moves to the beginning of a new row below the last row.
    mutating func beginRow(_ row: Int) {
        move(to: LineView.Place(row: row - 1, column: place.column))
        text += "\r\n"
        place = LineView.Place(row: row, column: 0)
    }

    mutating func move(to target: LineView.Place) {
        if target.row != place.row {
            // After a full row a terminal may keep the cursor in that row, so the cursor first returns to the beginning
            // of the row.
            returnToBegin()
            text += "\u{1B}[\(abs(target.row - place.row))\(target.row < place.row ? "A" : "B")"
            place.row = target.row
        }
        if target.column < place.column { returnToBegin() }
        if target.column > place.column { text += "\u{1B}[\(target.column - place.column)C" }
        place.column = target.column
    }

    private mutating func returnToBegin() {
        guard place.column > 0 else { return }
        text += "\r"
        place.column = 0
    }
}
