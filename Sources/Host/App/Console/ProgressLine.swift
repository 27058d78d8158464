import Dispatch
import Glibc
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The line on the terminal of standard error that names the stage of long work, from 300 ms after the work's beginning
/// to its end.
///
/// It stands in the row of the cursor while no line is typed there, and is gone before anything else is written.
final class ProgressLine: Sendable {
    private static let delay = Duration.milliseconds(300)

    private struct State {
        /// The time since when there was work without a pause.
        var begin: ContinuousClock.Instant?
        /// Whether the time is awaited from which the line is shown.
        var isAwaited = false
    }

    private let rows: CursorRows
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.progress")

    private init(_ rows: CursorRows) { self.rows = rows }

    /// Shows the work of the process from now on, if a person sees standard error.
    ///
    /// - Returns: whether it is shown.
    static func begin(_ console: Console, environment: [String: String]) -> Bool {
        let terminal = environment["TERM"] ?? ""
        guard console.format == .text, !terminal.isEmpty, terminal != "dumb", isatty(STDERR_FILENO) == 1
        else { return false }
        let line = ProgressLine(console.rows)
        LongWork.whenChanged { line.change() }
        return true
    }

    private func change() {
        state.withLock { state in
            // It is read here, so that the last change is the last one that is shown.
            guard let stage = LongWork.stage else {
                state.begin = nil
                return rows.showProgress(nil)
            }
            let begin = state.begin ?? .now
            state.begin = begin
            let rest = begin + Self.delay - .now
            guard rest > .zero else { return rows.showProgress(Self.fitting(stage)) }
            guard !state.isAwaited else { return }
            state.isAwaited = true
            queue.asyncAfter(deadline: .now() + rest / .seconds(1)) { self.endWait() }
        }
    }

    private func endWait() {
        state.withLock { $0.isAwaited = false }
        change()
    }

    /// Returns a stage on a part of a row: what is typed meanwhile is echoed after it.
    private static func fitting(_ stage: String) -> String {
        var (text, room) = ("", (TerminalWindow(of: STDERR_FILENO)?.columns ?? 80) - 3)
        for character in PlainText.line(stage) {
            room -= DisplayWidth.of(character)
            guard room >= 0 else { return text + "… " }
            text.append(character)
        }
        return text + " "
    }
}

extension TerminalWindow {
    /// Creates the size of the window of a terminal; `nil` if it is not known.
    init?(of descriptor: CInt) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
