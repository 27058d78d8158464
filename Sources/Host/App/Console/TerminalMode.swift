import Glibc
import Platform
import Synchronization

/// The terminal's settings, which differ from the settings at the start only while the user types a line.
enum TerminalMode {
    /// The settings at the start; `nil` while the terminal has these settings.
    private static let former = Mutex<termios?>(nil)
    /// Whether the terminal delivers each key immediately, and marks pastes.
    private static let givesKeys = Atomic(false)

    /// The parts of typed text that the terminal echoes in line mode.
    private enum Echo: UInt8, AtomicRepresentable {
        case all
        /// Only line breaks; the text of a line is hidden.
        case lineEnds
        /// Nothing: an editor shows the text when it reads it.
        case nothing
    }

    private static let echo = Atomic(Echo.all)
    /// The number of bytes at the beginning of the unread input that were not echoed.
    private static let unseen = Atomic(0)
    /// Whether the process crashes; from then on, the settings do not change any more.
    private static let isOver = Atomic(false)

    static var isGivingKeys: Bool { givesKeys.load(ordering: .relaxed) }

    /// Makes the terminal deliver each key immediately, without echo. Ctrl-C arrives as a key; Ctrl-Z and Ctrl-\ still
    /// send signals.
    static func giveKeys() {
        var begins = false
        change(TCSANOW) { settings in
            // `givesKeys` is set before the terminal changes. Set afterwards, `givesKeys` would stay true if a signal
            // handler restored the terminal between the two steps.
            begins = !givesKeys.exchange(true, ordering: .relaxed)
            settings.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | ISTRIP | IXON)
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
            // Ctrl-Z must not discard the text that was typed before it.
            settings.c_lflag |= tcflag_t(NOFLSH)
            withUnsafeMutableBytes(of: &settings.c_cc) { characters in
                characters[Int(VINTR)] = 0
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
        }
        if begins, former.withLock({ $0 != nil }) { writeMark("\u{1B}[?2004h") }
    }

    /// Runs a closure that reads a line in line mode, without echo of the line.
    static func hidingTyping<Result>(_ body: () async -> Result) async -> Result {
        echo.store(.lineEnds, ordering: .sequentiallyConsistent)
        change(TCSAFLUSH, hide)
        defer {
            echo.store(.all, ordering: .sequentiallyConsistent)
            restore(TCSAFLUSH)
        }
        return await body()
    }

    /// Runs a closure that asks several questions with the editor. Text that is typed between the questions is not
    /// echoed.
    static func hidingTypedAhead<Result, Problem>(
        _ body: () async throws(Problem) -> Result
    ) async throws(Problem) -> Result {
        echo.store(.nothing, ordering: .sequentiallyConsistent)
        defer {
            echo.store(.all, ordering: .sequentiallyConsistent)
            // Another caller of the editor may already wait for keys; the settings then stay.
            if !isGivingKeys {
                if unseen.load(ordering: .relaxed) > 0 { unseen.store(unread, ordering: .relaxed) }
                restore()
                TerminalMode.wake()
            }
        }
        return try await body()
    }

    /// Returns the number of bytes at the beginning of the input that were not echoed.
    static func takeUnseen() -> Int { unseen.exchange(0, ordering: .relaxed) }

    private static func hide(_ settings: inout termios) {
        settings.c_lflag &= ~tcflag_t(ECHO)
        if echo.load(ordering: .relaxed) == .lineEnds { settings.c_lflag |= tcflag_t(ECHONL) }
    }

    /// Hides typing again after the process was stopped, if a hidden line is still expected. A signal handler may call
    /// it. `start` contains the settings that were restored before the process stopped; the terminal's current settings
    /// may come from another program.
    static func hideAgainInHandler(_ start: termios?) {
        guard !isOver.load(ordering: .relaxed), hides, let start else { return }
        _ = former.withLockIfAvailable { former in
            var settings = start
            hide(&settings)
            former = start
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            // A thread that waits for keys may already run again; when it next wakes, it calls `giveKeys` again.
            givesKeys.store(false, ordering: .relaxed)
        }
        // Another thread may have read the line in the meantime. That thread found no settings to restore, so this
        // thread restores them.
        if !hides { restoreInHandler() }
    }

    private static var hides: Bool { echo.load(ordering: .sequentiallyConsistent) != .all }

    private static func change(_ time: CInt, _ body: (inout termios) -> Void) {
        var settings = termios()
        guard !isOver.load(ordering: .relaxed), tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        // Changes are applied to the settings at the start, because other programs may have changed the current
        // settings.
        settings = former.withLock { [settings] former in
            if former == nil { former = settings }
            return former ?? settings
        }
        body(&settings)
        tcsetattr(STDIN_FILENO, time, &settings)
    }

    /// Restores line mode: without echo between the questions of a form, and otherwise with the settings at the start.
    static func giveLines() {
        guard echo.load(ordering: .sequentiallyConsistent) == .nothing else { return restore() }
        unseen.store(.max, ordering: .relaxed)
        evenInBackground { change(TCSANOW, hide) }
        endKeys()
    }

    private static func endKeys() { if givesKeys.exchange(false, ordering: .relaxed) { writeMark("\u{1B}[?2004l") } }

    /// Restores the settings at the start.
    static func restore(_ time: CInt = TCSANOW) { evenInBackground { _ = restoreInHandler(time) } }

    /// Changes settings even while another process has the terminal; the system would otherwise stop this process.
    private static func evenInBackground(_ change: () -> Void) {
        let action = signal(SIGTTOU, SIG_IGN)
        change()
        signal(SIGTTOU, action)
    }

    /// Restores the settings at the start, unless another thread is changing settings; a signal handler may call it.
    /// Returns the restored settings; `nil` if nothing was restored.
    @discardableResult
    static func restoreInHandler(_ time: CInt = TCSANOW) -> termios? {
        guard var settings = former.withLockIfAvailable({ $0.take() }) ?? nil else { return nil }
        tcsetattr(STDIN_FILENO, time, &settings)
        endKeys()
        return settings
    }

    /// Permanently restores the settings at the start; a signal handler may call it.
    static func restoreAtCrash() {
        isOver.store(true, ordering: .relaxed)
        restoreInHandler()
    }

    /// Makes the terminal wrap lines; a signal handler may call it.
    static func wrapLines() { writeMark("\u{1B}[?7h") }

    private static func writeMark(_ text: StaticString) {
        _ = write(StandardOutput.descriptor, text.utf8Start, text.utf8CodeUnitCount)
    }

    /// The number of bytes that were typed and are not read; in line mode, only complete lines count.
    static var unread: Int {
        var count: CInt = 0
        guard isatty(STDIN_FILENO) == 1, ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 else { return 0 }
        return Int(count)
    }
}

/// The signals that concern the terminal: its window is resized, the process is stopped (Ctrl-Z) and continued, or the
/// process crashes. Other processes use the terminal during a stop.
extension TerminalMode {
    private static let resumptions = Atomic(0)
    /// The socket to which a byte is written to end a wait for keys; -1 until `wakes()` creates the socket.
    private static let waker = Atomic<CInt>(-1)

    /// The number of times that the terminal's content became unknown, because other processes had the terminal or the
    /// user cleared the screen.
    static var losses: Int { resumptions.load(ordering: .relaxed) }

    /// Records that the terminal's content is unknown.
    static func noteLoss() { resumptions.add(1, ordering: .relaxed) }

    /// Starts to handle the signals: counts `losses`, and restores the settings for other processes during a stop.
    static func listen() {
        // These values are initialised now, because a signal handler must not initialise them.
        _ = (losses, StandardOutput.descriptor, waker.load(ordering: .relaxed))
        TerminalMode.hideAgainInHandler(TerminalMode.restoreInHandler())
        _ = TerminalMode.isGivingKeys
        if !CrashSignals.isIgnored(SIGTSTP) { listenForStop() }
        listen(to: SIGCONT) { _ in
            TerminalMode.noteLoss()
            TerminalMode.wake()
        }
        listen(to: SIGWINCH) { _ in TerminalMode.wake() }
        CrashSignals.listen { TerminalMode.restoreAtCrash() }
    }

    /// Returns a socket that has a byte after each change of the terminal; `nil` if the system has no socket left.
    static func wakes() -> CInt? {
        guard let ends = try? Descriptor.socketPair(isBlocking: false) else { return nil }
        waker.store(ends.1, ordering: .sequentiallyConsistent)
        return ends.0
    }

    /// Ends the wait for keys; a signal handler may call it.
    static func wake() {
        let (end, code) = (waker.load(ordering: .relaxed), errno)
        var byte: UInt8 = 0
        if end >= 0 { _ = write(end, &byte, 1) }
        errno = code
    }

    private static func listen(to signal: CInt, _ flags: CInt = 0, _ handler: @escaping @convention(c) (CInt) -> Void) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART | flags
        sigaction(signal, &action, nil)
    }

    private static func listenForStop() {
        // The flag is SA_NODEFER. Without this flag, the signal that is raised below would wait for the handler's end.
        listen(to: SIGTSTP, CInt(bitPattern: 0x4000_0000)) { _ in
            let code = errno
            let settings = TerminalMode.restoreInHandler()
            TerminalMode.wrapLines()
            // The default action stops the process. The code below runs when the process continues. If no shell could
            // continue the process, the system does not stop it: the code runs immediately, and the user can go on
            // typing.
            signal(SIGTSTP, SIG_DFL)
            raise(SIGTSTP)
            TerminalMode.listenForStop()
            TerminalMode.hideAgainInHandler(settings)
            TerminalMode.wake()
            errno = code
        }
    }
}
