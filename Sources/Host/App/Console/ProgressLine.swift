import Dispatch
import Glibc
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The progress text of long work on the terminal of standard error. It appears 300 ms after the work begins, and is
/// removed when the work ends.
///
/// The text is in the cursor's row while the user types no line there, and is removed before other output.
final class ProgressLine: Sendable {
    private static let delay = Duration.milliseconds(300)

    private let rows: CursorRows
    /// The time at which the current work began, and whether the delay before the text is running.
    private let state = Mutex<(begin: ContinuousClock.Instant?, isAwaited: Bool)>((nil, false))
    private let queue = DispatchQueue(label: "switchboard.progress")

    private init(_ rows: CursorRows) { self.rows = rows }

    /// Starts to display the progress of long work. Returns `false`, and displays nothing, if the output is JSON or
    /// standard error is not a capable terminal.
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
            // The stage is read under the lock; otherwise, an older stage could be displayed last.
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

    /// Returns the progress text, cut to leave a part of the row free for the echo of typed text.
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
