import Synchronization

/// Follows a terminal's cursor over what is written, for rows that go on in the next one at the window's edge.
///
/// The cursor stays behind a full row until the next character comes; one of two columns that does not fit any more goes to
/// the next row as a whole; a tab stops at the last column.
struct CursorTrack {
    /// The columns of a row.
    let width: Int
    /// How many rows it has gone down.
    private(set) var rows = 0
    /// The columns of its row that stand before it; the width behind a full row.
    private(set) var column = 0

    init(width: Int) { self.width = width }

    /// A person has ended a line.
    mutating func endLine() {
        rows += 1
        column = 0
    }

    /// Goes over a text, without the sequences that colour it.
    mutating func write(_ text: String) {
        let plain = text.utf8.contains(0x1B) ? text.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "") : text
        for character in plain { write(character) }
    }

    private mutating func write(_ character: Character) {
        switch character {
        case "\n", "\r\n": endLine()
        case "\r": column = 0
        case "\t": column = max(min(column / 8 * 8 + 8, width - 1), column)
        default:
            let columns = DisplayWidth.of(character)
            guard columns > 0 else { return }
            if column + columns > width {
                rows += 1
                column = 0
            }
            column = min(column + columns, width)
        }
    }
}

/// Counts the rows that a terminal's cursor has gone down, so that somebody can draw above it.
///
/// Meanwhile only what the host writes goes on in the next row at the window's edge (DECAWM): what is typed stays in its row
/// however long it gets, since nobody could count it.
final class RowsBelow: Sendable {
    private struct State {
        /// Where the cursor is, from the row where the counting began; `nil` while nobody counts.
        var cursor: CursorTrack?
        /// The bytes of lines that were typed, and shown, before the counting began, and are still to be read.
        var unread = 0
    }

    private static let wraps = (on: "\u{1B}[?7h", off: "\u{1B}[?7l")

    private let state = Mutex(State())

    /// Whether somebody draws above the cursor.
    var isCounting: Bool { state.withLock { $0.cursor != nil } }

    /// Writes something and counts from there on, for rows of a width; with none, nobody counts.
    ///
    /// - Parameter unread: the bytes of lines that were typed already and not read yet.
    func begin(_ text: String, width: Int?, unread: Int = 0, _ write: (String) -> Void) {
        state.withLock { state in
            let before = state.cursor == nil ? "" : Self.wraps.on
            let all = before + text + (width == nil ? "" : Self.wraps.off)
            if !all.isEmpty { write(all) }
            state = State(cursor: width.map(CursorTrack.init), unread: unread)
        }
    }

    /// A line that a person has ended was read.
    func addLine(bytes: Int) {
        state.withLock { state in
            if state.unread > 0 { state.unread = max(state.unread - bytes, 0) } else { state.cursor?.endLine() }
        }
    }

    /// Writes something, with the number of rows that it goes down.
    ///
    /// - Parameter isSeen: whether it is written on the terminal.
    func write(_ text: String, isSeen: Bool = true, _ write: (String) -> Void) {
        state.withLock { state in
            guard state.cursor != nil, isSeen else { return write(text) }
            state.cursor?.write(text)
            write(Self.wraps.on + text + Self.wraps.off)
        }
    }

    /// Draws something that leaves the cursor in its line.
    func draw(_ drawing: (_ rowsBelow: Int) -> String?, _ write: (String) -> Void) {
        state.withLock { state in
            guard let cursor = state.cursor, let text = drawing(cursor.rows) else { return }
            write(text)
        }
    }
}

/// The prompt at which a person is awaited, which is shown again behind whatever is written meanwhile.
final class ShownPrompt: Sendable {
    private let text = Mutex<String?>(nil)

    /// Notes the prompt; `nil` where nobody is awaited any more.
    func note(_ prompt: String?) { text.withLock { $0 = prompt } }

    /// A text in rows of its own, with the prompt behind it; `nil` where nobody is awaited.
    ///
    /// What was typed so far stays in the row above, and is read with what follows.
    func around(_ text: String) -> String? { self.text.withLock(\.self).map { "\n\(text)\($0)" } }
}
