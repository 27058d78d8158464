import Synchronization

/// Counts the rows that a terminal's cursor has gone down, so that somebody can draw above it.
///
/// Meanwhile only what the host writes goes on in the next row at the window's edge (DECAWM): what is typed stays in its row
/// however long it gets, since nobody could count it.
final class RowsBelow: Sendable {
    private struct State {
        /// The columns of a row; `nil` while nobody counts.
        var width: Int?
        var count = 0
        /// The bytes of lines that were typed, and shown, before the counting began, and are still to be read.
        var unread = 0
    }

    private static let wraps = (on: "\u{1B}[?7h", off: "\u{1B}[?7l")

    private let state = Mutex(State())

    /// Whether somebody draws above the cursor.
    var isCounting: Bool { state.withLock { $0.width != nil } }

    /// Writes something and counts from there on, for rows of a width; with none, nobody counts.
    ///
    /// - Parameter unread: the bytes of lines that were typed already and not read yet.
    func begin(_ text: String, width: Int?, unread: Int = 0, _ write: (String) -> Void) {
        state.withLock { state in
            let before = state.width == nil ? "" : Self.wraps.on
            let all = before + text + (width == nil ? "" : Self.wraps.off)
            if !all.isEmpty { write(all) }
            state = State(width: width, unread: unread)
        }
    }

    /// A line that a person has ended was read.
    func addLine(bytes: Int) {
        state.withLock { state in
            if state.unread > 0 { state.unread = max(state.unread - bytes, 0) } else { state.count += 1 }
        }
    }

    /// Writes something, with the number of rows that it goes down.
    ///
    /// - Parameter isSeen: whether it is written on the terminal.
    func write(_ text: String, isSeen: Bool = true, _ write: (String) -> Void) {
        state.withLock { state in
            guard let width = state.width, isSeen else { return write(text) }
            state.count += Self.rows(text, width: width)
            write(Self.wraps.on + text + Self.wraps.off)
        }
    }

    /// Draws something that leaves the cursor in its line.
    func draw(_ drawing: (_ rowsBelow: Int) -> String?, _ write: (String) -> Void) {
        state.withLock { state in
            guard state.width != nil, let text = drawing(state.count) else { return }
            write(text)
        }
    }

    private static func rows(_ text: String, width: Int) -> Int {
        text.split(separator: "\n", omittingEmptySubsequences: false).reduce(-1) { rows, line in
            rows + 1 + max(columns(line) - 1, 0) / width
        }
    }

    /// The columns of a line, without the sequences that colour it and with tabs as terminals have them.
    private static func columns(_ line: Substring) -> Int {
        guard line.utf8.contains(where: { $0 < 0x20 }) else { return DisplayWidth.of(line) }
        let parts = line.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "").split(
            separator: "\t", omittingEmptySubsequences: false)
        let last = parts.last.map { DisplayWidth.of($0) } ?? 0
        return parts.dropLast().reduce(0) { ($0 + DisplayWidth.of($1)) / 8 * 8 + 8 } + last
    }
}
