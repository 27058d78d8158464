@_spi(Host) import ModuleKit
import Synchronization

/// The position of a terminal's cursor, which continues in the next row at the window's edge.
///
/// The cursor stays after a full row until the next character comes; a wide character that does not fit any more moves
/// to the next row as a whole; a tab stops at the last column.
struct CursorTrack {
    /// The columns of a row.
    let width: Int
    /// The number of rows that it has gone down.
    private(set) var rows = 0
    /// The columns before it in its row; the width after a full row.
    private(set) var column = 0

    init(width: Int) { self.width = width }

    /// Records the end of a line that a person typed.
    mutating func endLine() {
        rows += 1
        column = 0
    }

    /// Moves over a text, without its colour sequences.
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

/// The number of rows that a terminal's cursor has gone down, so that the part above it can be redrawn.
///
/// While it counts, only the host's output wraps at the window's edge (DECAWM): typed text stays in its row, however
/// long, since its rows cannot be counted.
final class CursorRows: Sendable {
    private struct State {
        /// The cursor, from the row where the count began; `nil` outside a count.
        var cursor: CursorTrack?
        /// The bytes of lines that were typed, and shown, before the count began, and are not read yet.
        var unread = 0
    }

    private static let wraps = (on: "\u{1B}[?7h", off: "\u{1B}[?7l")

    private let state = Mutex(State())

    /// Whether it counts, because some part above the cursor may be redrawn.
    var isCounting: Bool { state.withLock { $0.cursor != nil } }

    /// Writes a text and starts the count for rows of a width; without a width, it ends the count.
    ///
    /// - Parameter unread: the bytes of typed lines that are not read yet.
    func begin(_ text: String, width: Int?, unread: Int = 0, _ write: (String) -> Void) {
        state.withLock { state in
            let before = state.cursor == nil ? "" : Self.wraps.on
            let all = before + text + (width == nil ? "" : Self.wraps.off)
            if !all.isEmpty { write(all) }
            state = State(cursor: width.map(CursorTrack.init), unread: unread)
        }
    }

    /// Records a read line that a person typed.
    func addLine(bytes: Int) {
        state.withLock { state in
            if state.unread > 0 { state.unread = max(state.unread - bytes, 0) } else { state.cursor?.endLine() }
        }
    }

    /// Writes a text, and counts its rows.
    ///
    /// - Parameter isSeen: whether it is written on the terminal.
    func write(_ text: String, isSeen: Bool = true, _ write: (String) -> Void) {
        state.withLock { state in
            guard state.cursor != nil, isSeen else { return write(text) }
            state.cursor?.write(text)
            write(Self.wraps.on + text + Self.wraps.off)
        }
    }

    /// Writes a drawing that returns the cursor to its place.
    func draw(_ drawing: (_ rowsBelow: Int) -> String?, _ write: (String) -> Void) {
        state.withLock { state in
            guard let cursor = state.cursor, let text = drawing(cursor.rows) else { return }
            write(text)
        }
    }
}

/// The prompt for the person's input, which is shown again after each output.
final class ActivePrompt: Sendable {
    private let state = Mutex<(text: String?, isHidden: Bool)>((nil, false))

    /// Sets the prompt; `nil` while no input is awaited.
    func note(_ prompt: String?) { state.withLock { $0 = (prompt, false) } }

    /// Hides the prompt until `replace(_:)`, and returns it; `nil` while no input is awaited.
    func hide() -> String? {
        state.withLock { state in
            guard let text = state.text, !state.isHidden else { return nil }
            state.isHidden = true
            return text
        }
    }

    /// Whether it is hidden; no longer so once the input has come.
    var isHidden: Bool { state.withLock(\.isHidden) }

    /// Ends the hiding with another prompt, unless the input has come.
    func replace(_ prompt: String) { state.withLock { if $0.isHidden { $0 = (prompt, false) } } }

    /// Returns a text in its own rows, with the prompt after it; `nil` while no prompt is shown.
    ///
    /// The text that was typed so far stays in the row above, and is read with the rest.
    func around(_ text: String) -> String? {
        state.withLock { $0.isHidden ? nil : $0.text.map { "\n\(text)\($0)" } }
    }
}
