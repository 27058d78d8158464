import Synchronization

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
