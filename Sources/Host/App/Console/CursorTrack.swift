import Glibc
@_spi(Host) import ModuleKit
import Synchronization

/// The position of a terminal's cursor, which continues in the next row at the window's edge.
///
/// After a full row, the cursor stays until the next character arrives. A wide character that does not fit moves to the
/// next row as a whole. A tab stops at the last column.
struct CursorTrack {
    let width: Int
    /// The number of rows by which the cursor has moved down.
    private(set) var rows = 0
    /// The number of columns before the cursor in its row; the width after a full row.
    private(set) var column = 0

    init(width: Int) { self.width = width }

    /// Moves to the beginning of the next row, as at the end of a typed line.
    mutating func endLine() {
        rows += 1
        column = 0
    }

    /// Moves over a text, ignoring its colours and links.
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

/// The lock for all output to the terminal, which records the line that is being typed, and counts the rows between
/// that line and the redrawn part above it.
///
/// During the count, only the typed line may take more than one row: the terminal does not wrap text that is typed
/// during a command (DECAWM), because the rows of that text cannot be counted.
final class CursorRows: Sendable {
    private struct State {
        /// The cursor without the typed line, from the row where the count began; `nil` outside a count.
        var cursor: CursorTrack?
        /// The lowest row that was reached since the count began.
        var lowest = 0
        /// The number of bytes that were typed and displayed before the count began, and are not read yet.
        var unread = 0
        /// The line that is being typed.
        var view: LineView?
        /// The stage of long work in the cursor's row, and the number of unread bytes of typed lines at that time.
        var progress: (text: String, unread: Int)?
        /// Whether the cursor is after the prompt of a terminal in line mode, or after the echo of Ctrl-C.
        var isInRow = false

        /// Returns an output that keeps the typed line below it. On a terminal in line mode, the prompt and the text
        /// typed so far stay in the row above, and the whole line is read later.
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
            // A line that was typed in the meantime was echoed after the text, and has moved the cursor.
            let isBelow = cursor == nil && TerminalMode.unread > shown.unread
            Console.put("\(isBelow ? "\u{1B}[A" : "")\r\u{1B}[K", to: STDERR_FILENO, isRequired: false)
            isInRow = false
        }

        mutating func noteLowest() { lowest = max(lowest, (cursor?.rows ?? 0) + (view?.rows.count ?? 1) - 1) }
    }

    private static let wraps = (on: "\u{1B}[?7h", off: "\u{1B}[?7l")

    private let state = Mutex(State())

    /// Shows the text about long work in the cursor's row, or removes it, unless a line is being typed there.
    func showProgress(_ text: String?) {
        state.withLock { state in
            guard state.view == nil, state.progress?.text != text else { return }
            state.removeProgress()
            if let text { state.putProgress(text) }
        }
    }

    /// Removes the text about long work, without waiting for other threads.
    func leaveProgress() { _ = state.withLockIfAvailable { $0.removeProgress() } }

    /// Changes the terminal, and removes the text about long work in the meantime. `returns` is whether the text is
    /// shown again; it is false for output into a pipe, whose reader may write on the terminal.
    private func change(returns: Bool = true, _ body: (inout State) -> Void) {
        state.withLock { state in
            let text = state.progress?.text
            state.removeProgress()
            body(&state)
            if let text, returns, state.view == nil { state.putProgress(text) }
        }
    }

    /// Records that the terminal shows `^C` before the cursor, without waiting for other threads.
    func noteInterruption() { _ = state.withLockIfAvailable { $0.isInRow = $0.view == nil } }

    /// Whether rows are counted, so that the part above the cursor can be redrawn.
    var isCounting: Bool { state.withLock { $0.cursor != nil } }

    /// Whether a line is being typed, so that the cursor's position is known.
    var isTyping: Bool { state.withLock { $0.view != nil } }

    /// Records that the prompt of a terminal in line mode was answered.
    func leavePrompt() { state.withLock { $0.isInRow = false } }

    /// Writes a text and starts the count for rows of a width; without a width, it ends the count. `unread` is the
    /// number of bytes of typed lines that are not read yet.
    func begin(_ text: String, width: Int?, unread: Int = 0, _ write: (String) -> Void) {
        change { state in
            let before = state.cursor == nil ? "" : Self.wraps.on
            let all = before + text + (width == nil ? "" : Self.wraps.off)
            state.cursor = width.map(CursorTrack.init)
            (state.lowest, state.unread) = (0, unread)
            if !all.isEmpty { write(state.around(all)) }
        }
    }

    /// Records the text that was typed and echoed while no line was awaited, and moves to the beginning of a row.
    /// `unseen` is the number of bytes at the beginning that were not echoed.
    func noteEcho(_ bytes: [UInt8], unseen: Int = 0, _ write: (String) -> Void) {
        change { state in
            for byte in bytes.dropFirst(max(state.unread, unseen)) where byte == UInt8(ascii: "\n") {
                state.cursor?.endLine()
            }
            state.unread = 0
            if !bytes.isEmpty { state.isInRow = false }
            // The echo of an unfinished line is erased, since the editor shows the line again.
            if let last = bytes.last, last != UInt8(ascii: "\n") { write("\r\u{1B}[K") }
        }
    }

    /// Writes whole lines above the line that is being typed, and counts their rows. `isSeen` is whether the lines go
    /// to the terminal. `isPrompt` is whether the text is the prompt of a terminal in line mode; the prompt is recorded
    /// in the same step, so that no other output comes in between.
    func write(_ text: String, isSeen: Bool = true, isPrompt: Bool = false, _ write: (String) -> Void) {
        change(returns: isSeen) { state in
            defer { if isPrompt { state.isInRow = true } }
            guard isSeen else { return write(text) }
            state.cursor?.write(text)
            let text = state.cursor == nil ? text : Self.wraps.on + text + Self.wraps.off
            write(state.around(text))
        }
    }

    /// Shows the line that is being typed; `repaints` is the reason to draw the whole line, if there is one.
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

    /// Moves below the line that was typed.
    func endLine(_ write: (String) -> Void) {
        change { state in
            guard let view = state.view.take() else { return }
            for _ in view.rows { state.cursor?.endLine() }
            write(state.around(view.ending))
        }
    }

    /// Writes a drawing that returns the cursor to its position.
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

/// The position of a redrawn part on the terminal.
struct FramePlace {
    /// The rows between the part and the cursor.
    var rowsBelow: Int
    /// The rows between the part and the lowest row that was reached since.
    var lowest: Int
}
