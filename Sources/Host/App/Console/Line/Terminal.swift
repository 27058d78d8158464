import Dispatch
import Glibc
import Platform
import Synchronization

/// The size of a terminal's window.
struct TerminalWindow: Sendable, Equatable {
    /// The size that is assumed if a terminal does not report one.
    static let standard = TerminalWindow(columns: 80, rows: 24)

    var columns: Int
    var rows: Int
}

extension TerminalWindow {
    /// Reads the size of a terminal's window; `nil` if it is not known.
    init?(of descriptor: CInt) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}

/// The result of a wait for keys.
enum TerminalEvent: Sendable {
    case bytes([UInt8])
    /// The window was resized (`isLost` is `false`), or other programs may have written on the terminal (`isLost` is
    /// `true`).
    case changed(isLost: Bool)
    /// The time limit has passed.
    case pause
    /// The caller no longer waits for the line.
    case interrupted
    case end
}

/// The terminal at which a line is typed; only one thread may use it at a time.
protocol Terminal: Sendable {
    var window: TerminalWindow { get }

    /// Makes the terminal deliver each key immediately, and returns the bytes that were typed before.
    func begin() -> [UInt8]

    /// Restores the earlier state of the terminal.
    func end()

    /// Waits for keys. There is no time limit if the number of milliseconds is negative.
    func wait(milliseconds: CInt) -> TerminalEvent

    /// Ends the current wait, or the next one; any thread may call it.
    func interrupt()

    /// Clears an interruption that has not ended a wait yet.
    func resetInterruption()

    /// Draws a view over the last one. `repaints` is the reason to draw the whole view; `nil` draws only the changes.
    func show(_ view: LineView, repaints: Repaint?)

    /// Leaves the view on the screen, and moves the cursor below it.
    func finish()

    func ring()
}

/// The reason to draw a whole view.
enum Repaint: Sendable {
    /// The window has another width.
    case resized
    /// Other programs have written on the terminal.
    case lost
    /// The user has cleared the screen.
    case cleared
}

/// The terminal of standard input and output.
final class StandardTerminal: Terminal {
    private let rows: CursorRows
    private let wakes = TerminalMode.wakes()
    private let isInterrupted = Atomic(false)
    private let losses = Mutex(TerminalMode.losses)

    init(rows: CursorRows) { self.rows = rows }

    var window: TerminalWindow { TerminalWindow(of: StandardOutput.descriptor) ?? .standard }

    func begin() -> [UInt8] {
        Self.letStop(SIG_UNBLOCK)
        // If the process can never return to the foreground, returns Ctrl-D (4), which ends the shell.
        guard Self.awaitForeground() else { return [4] }
        losses.withLock { $0 = TerminalMode.losses }
        TerminalMode.giveKeys()
        var typed: [UInt8] = []
        while case let count = TerminalMode.unread, count > 0, case let bytes = Self.read(count), !bytes.isEmpty {
            typed += bytes
        }
        rows.noteEcho(typed, unseen: TerminalMode.takeUnseen(), put)
        // A Ctrl-D that was typed in line mode arrives as 0.
        return typed.map { $0 == 0 ? 4 : $0 }
    }

    func end() {
        TerminalMode.giveLines()
        Self.letStop(SIG_BLOCK)
    }

    /// Blocks or unblocks SIGTTIN and SIGTTOU for this thread. With these signals, the system stops a background
    /// process that uses the terminal. Threads of a dispatch queue block both signals, and could therefore use the
    /// terminal while the process is in the background.
    private static func letStop(_ change: CInt) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTTIN)
        sigaddset(&signals, SIGTTOU)
        pthread_sigmask(change, &signals, nil)
    }

    private static var isInBackground: Bool { tcgetpgrp(STDIN_FILENO) != getpgrp() }

    /// Waits while another program has the terminal; the system stops the process during that time. Returns `false` if
    /// no shell could continue the process.
    private static func awaitForeground() -> Bool {
        // This call changes nothing, and succeeds only in the foreground.
        while tcdrain(STDIN_FILENO) < 0 {
            if errno != EINTR { return errno != EIO }
        }
        return true
    }

    func wait(milliseconds: CInt) -> TerminalEvent {
        var inputs = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakes ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&inputs, 2, milliseconds)
        if inputs[1].revents != 0, let wakes {
            var bytes = [UInt8](repeating: 0, count: 64)
            while Glibc.read(wakes, &bytes, bytes.count) == bytes.count {}
        }
        if isInterrupted.exchange(false, ordering: .sequentiallyConsistent) { return .interrupted }
        if count == 0 { return .pause }
        let wasInBackground = Self.isInBackground
        guard Self.awaitForeground() else { return .end }
        // The system stopped the process in the background, and the process runs again now, so this call waits again.
        // SIGCONT, which continued the process, ends the new wait, and the call then reports the change.
        if wasInBackground, !Self.isInBackground { return wait(milliseconds: milliseconds) }
        guard count > 0, inputs[0].revents != 0 else { return changed() }
        let bytes = Self.read(4_096)
        return bytes.isEmpty ? .end : .bytes(bytes)
    }

    private func changed() -> TerminalEvent {
        let isLost = losses.withLock { seen in
            defer { seen = TerminalMode.losses }
            return seen != TerminalMode.losses
        }
        if isLost || !TerminalMode.isGivingKeys { TerminalMode.giveKeys() }
        return .changed(isLost: isLost)
    }

    func interrupt() {
        isInterrupted.store(true, ordering: .sequentiallyConsistent)
        TerminalMode.wake()
    }

    func resetInterruption() { isInterrupted.store(false, ordering: .sequentiallyConsistent) }

    func show(_ view: LineView, repaints: Repaint?) {
        if repaints == .cleared {
            TerminalMode.noteLoss()
            // The pages above the line were erased, so parts of them must not be redrawn. The line itself is drawn
            // below, so `wait` need not report that other text was lost.
            losses.withLock { $0 += 1 }
        }
        rows.show(view, repaints: repaints, put)
    }

    func finish() { rows.endLine(put) }

    func ring() { put("\u{7}") }

    private func put(_ text: String) { Console.put(text, to: StandardOutput.descriptor) }

    private static func read(_ limit: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = Glibc.read(STDIN_FILENO, &bytes, limit)
        while count < 0, Descriptor.retries(STDIN_FILENO, for: POLLIN) {
            count = Glibc.read(STDIN_FILENO, &bytes, limit)
        }
        return Array(bytes.prefix(max(count, 0)))
    }
}
