import Glibc
@_spi(Host) import ModuleKit
import Synchronization

/// The position of a terminal's cursor, calculated from the text that was written. At the window's edge, the text
/// continues in the next row.
///
/// After a character in the last column, the cursor stays in the row until the next character arrives. A wide character
/// that does not fit moves to the next row as a whole. A tab stops at the last column.
struct CursorTrack {
    let width: Int
    /// The number of rows by which the cursor has moved down.
    private(set) var rows = 0
    /// The number of columns before the cursor in its row; equal to `width` after a full row.
    private(set) var column = 0

    init(width: Int) { self.width = width }

    /// Moves to the beginning of the next row, as at the end of a typed line.
    mutating func endLine() {
        rows += 1
        column = 0
    }

    /// Moves as the terminal's cursor does when a text is written. Escape sequences are ignored.
    mutating func write(_ text: String) {
        let plain =
            text.utf8.contains(0x1B)
            ? text.replacing(/\u{1B}(\[[0-9;?]*[A-Za-z]|\]8;[^\u{1B}]*\u{1B}\\)/, with: "") : text
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

/// The lock for all output to the terminal, with a record of the terminal's rows.
///
/// The record has the line that is being typed. While a part of a page above that line can be redrawn, the record also
/// counts the rows between that part and the line. During the count, output and the edited line may wrap, because the
/// host calculates their rows. The host cannot calculate the rows of keys that the terminal echoes while a command
/// runs, so the terminal's wrapping (DECAWM) is off while the host does not write.
///
/// A terminal is in line mode if it edits the typed line itself, without the host's line editor.
final class CursorRows: Sendable {
    private struct State {
        /// The position that the cursor would have if no line were being typed, relative to the row where the count
        /// began; `nil` when rows are not counted.
        var cursor: CursorTrack?
        /// The lowest row that was reached since the count began.
        var lowest = 0
        /// The number of unread bytes that were typed and echoed before the count began.
        var unread = 0
        /// The line that is being typed.
        var view: LineView?
        /// The progress text in the cursor's row, and the number of typed bytes that were unread when that text was
        /// written.
        var progress: (text: String, unread: Int)?
        /// Whether the cursor's row already has a text: the prompt of a terminal in line mode, or the echo of Ctrl-C.
        var isInRow = false

        /// Returns the output that writes `text` above the typed line. In line mode, the host cannot redraw the typed
        /// line: `text` goes below the prompt and the typed characters, and the user can go on typing the line.
        mutating func around(_ text: String) -> String {
            noteLowest()
            if let view { return view.erasure + text + view.drawing(over: nil) }
            guard isInRow else { return text }
            isInRow = false
            cursor?.endLine()
            return "\n" + text
        }

        mutating func putProgress(_ text: String) {
            progress = (text, TerminalMode.unread)
            Console.put("\r\(text)\u{1B}[K", to: STDERR_FILENO, isRequired: false)
        }

        mutating func removeProgress() {
            guard let shown = progress.take() else { return }
            // A line that was typed in the meantime was echoed after the progress text, and has moved the cursor down.
            let isBelow = cursor == nil && TerminalMode.unread > shown.unread
            Console.put("\(isBelow ? "\u{1B}[A" : "")\r\u{1B}[K", to: STDERR_FILENO, isRequired: false)
            isInRow = false
        }

        mutating func noteLowest() { lowest = max(lowest, (cursor?.rows ?? 0) + (view?.rows.count ?? 1) - 1) }
    }

    private static let wraps = (on: "\u{1B}[?7h", off: "\u{1B}[?7l")

    private let state = Mutex(State())

    /// Writes the progress text of long work into the cursor's row; `nil` removes it. Does nothing while a line is
    /// being typed.
    func showProgress(_ text: String?) {
        state.withLock { state in
            guard state.view == nil, state.progress?.text != text else { return }
            state.removeProgress()
            if let text { state.putProgress(text) }
        }
    }

    /// Removes the progress text. Does nothing if another thread holds the lock.
    func leaveProgress() { _ = state.withLockIfAvailable { $0.removeProgress() } }

    /// Removes the progress text, runs `body`, and writes the progress text again. If `returns` is `false`, the text is
    /// not written again, because the output goes into a pipe whose reader may write on the terminal.
    private func change(returns: Bool = true, _ body: (inout State) -> Void) {
        state.withLock { state in
            let text = state.progress?.text
            state.removeProgress()
            body(&state)
            if let text, returns, state.view == nil { state.putProgress(text) }
        }
    }

    /// Records that the terminal shows `^C` before the cursor. Does nothing if another thread holds the lock.
    func noteInterruption() { _ = state.withLockIfAvailable { $0.isInRow = $0.view == nil } }

    /// Whether rows are counted. Only then can a part of a page above the cursor be redrawn.
    var isCounting: Bool { state.withLock { $0.cursor != nil } }

    /// Whether a line is being typed.
    var isTyping: Bool { state.withLock { $0.view != nil } }

    /// Records that the prompt of a terminal in line mode was answered.
    func leavePrompt() { state.withLock { $0.isInRow = false } }

    /// Writes a text and begins to count rows for a window of the given width. Without a width, ends the count.
    /// `unread` is the number of unread bytes in typed lines.
    func begin(_ text: String, width: Int?, unread: Int = 0, _ write: (String) -> Void) {
        change { state in
            let before = state.cursor == nil ? "" : Self.wraps.on
            let all = before + text + (width == nil ? "" : Self.wraps.off)
            state.cursor = width.map(CursorTrack.init)
            (state.lowest, state.unread) = (0, unread)
            if !all.isEmpty { write(state.around(all)) }
        }
    }

    /// Records the text that was typed and echoed while the host did not wait for a line, and moves to the beginning of
    /// a row. `unseen` is the number of bytes at the start of `bytes` that the terminal did not echo.
    func noteEcho(_ bytes: [UInt8], unseen: Int = 0, _ write: (String) -> Void) {
        change { state in
            for byte in bytes.dropFirst(max(state.unread, unseen)) where byte == UInt8(ascii: "\n") {
                state.cursor?.endLine()
            }
            state.unread = 0
            if !bytes.isEmpty { state.isInRow = false }
            // The echo of an unfinished line is erased, because the editor shows the line again.
            if let last = bytes.last, last != UInt8(ascii: "\n") { write("\r\u{1B}[K") }
        }
    }

    /// Writes whole lines above the line that is being typed, and counts their rows. `isSeen` is whether the lines go
    /// to the terminal. `isPrompt` is whether the text is the prompt of a terminal in line mode; the prompt is recorded
    /// in the same step, because other output could otherwise come in between.
    func write(_ text: String, isSeen: Bool = true, isPrompt: Bool = false, _ write: (String) -> Void) {
        change(returns: isSeen) { state in
            defer { if isPrompt { state.isInRow = true } }
            guard isSeen else { return write(text) }
            state.cursor?.write(text)
            let text = state.cursor == nil ? text : Self.wraps.on + text + Self.wraps.off
            write(state.around(text))
        }
    }

    /// Draws the line that is being typed. `repaints` is the reason to draw all of it; `nil` draws only the changes.
    func show(_ view: LineView, repaints: Repaint?, _ write: (String) -> Void) {
        change { state in
            let isResized = state.view.map { $0.columns != view.columns } ?? false
            let repaints = repaints ?? (isResized ? .resized : nil)
            let erasure =
                switch repaints {
                case nil, .lost: ""
                case .resized: state.view?.erasure(columns: view.columns) ?? ""
                case .cleared: "\u{1B}[H\u{1B}[2J"
                }
            let drawing = erasure + view.drawing(over: repaints == nil ? state.view : nil)
            let text = state.view == nil ? state.around(drawing) : drawing
            state.view = view
            state.noteLowest()
            if !text.isEmpty { write(text) }
        }
    }

    /// Moves the cursor below the typed line, which is complete.
    func endLine(_ write: (String) -> Void) {
        change { state in
            guard let view = state.view.take() else { return }
            for _ in view.rows { state.cursor?.endLine() }
            write(state.around(view.ending))
        }
    }

    /// Redraws the part of a page above the typed line. The text that `drawing` returns must leave the cursor at its
    /// old position. Does nothing when rows are not counted.
    func draw(_ drawing: (FramePlace) -> (text: String, growth: Int)?, _ write: (String) -> Void) {
        change { state in
            guard let cursor = state.cursor else { return }
            let place = FramePlace(rowsBelow: cursor.rows, lowest: state.lowest)
            guard let drawing = drawing(place) else { return }
            state.lowest = max(state.lowest - drawing.growth, cursor.rows)
            write(state.around(drawing.text))
        }
    }
}

/// The position on the terminal of a part of a page that is redrawn.
struct FramePlace {
    /// The number of rows between the part and the cursor.
    var rowsBelow: Int
    /// The number of rows between the part and the lowest row that output has reached since the part was written.
    var lowest: Int
}
