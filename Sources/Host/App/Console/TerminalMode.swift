import Glibc
import Platform
import Synchronization

/// The terminal's settings, which differ from those of the start only while a person types a line.
enum TerminalMode {
    /// The settings of the start, while others are in force.
    private static let former = Mutex<termios?>(nil)
    /// Whether the terminal gives keys, and marks pastes.
    private static let givesKeys = Atomic(false)

    /// Whether a line is awaited whose typing is hidden.
    private static let hidesTyping = Atomic(false)
    /// Whether the process crashes, so that the settings of the start stay.
    private static let isOver = Atomic(false)

    /// Whether the terminal gives keys.
    static var isGivingKeys: Bool { givesKeys.load(ordering: .relaxed) }

    /// Has the terminal give each key at once and echo none. Ctrl-C is a key; Ctrl-Z and Ctrl-\ stay signals.
    static func giveKeys() {
        change(TCSANOW) { settings in
            settings.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | ISTRIP | IXON)
            settings.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
            // What was typed before Ctrl-Z is not lost.
            settings.c_lflag |= tcflag_t(NOFLSH)
            withUnsafeMutableBytes(of: &settings.c_cc) { characters in
                characters[Int(VINTR)] = 0
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
        }
        guard former.withLock({ $0 != nil }) else { return }
        if !givesKeys.exchange(true, ordering: .relaxed) { writeMark("\u{1B}[?2004h") }
    }

    /// Runs a closure while the terminal gives lines without their echo.
    static func hidingTyping<Result>(_ body: () async -> Result) async -> Result {
        hidesTyping.store(true, ordering: .sequentiallyConsistent)
        change(TCSAFLUSH, hide)
        defer {
            hidesTyping.store(false, ordering: .sequentiallyConsistent)
            restore(TCSAFLUSH)
        }
        return await body()
    }

    private static func hide(_ settings: inout termios) {
        settings.c_lflag &= ~tcflag_t(ECHO)
        // The end of the line is echoed nevertheless.
        settings.c_lflag |= tcflag_t(ECHONL)
    }

    /// Hides typing again after a stop, if its line is still awaited; a signal handler may call it.
    ///
    /// - Parameter start: the settings that were restored for the stop; what the terminal has now may be others'.
    static func hideAgainInHandler(_ start: termios?) {
        guard hidesTyping.load(ordering: .sequentiallyConsistent), !isOver.load(ordering: .relaxed), let start else {
            return
        }
        _ = former.withLockIfAvailable { former in
            var settings = start
            hide(&settings)
            former = start
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        }
        // The line may have come meanwhile, on another thread, which found nothing to restore.
        if !hidesTyping.load(ordering: .sequentiallyConsistent) { restoreInHandler() }
    }

    private static func change(_ time: CInt, _ body: (inout termios) -> Void) {
        var settings = termios()
        guard !isOver.load(ordering: .relaxed), tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        // A process that was killed and continued by others has changed nothing itself.
        settings = former.withLock { [settings] former in
            if former == nil { former = settings }
            return former ?? settings
        }
        body(&settings)
        tcsetattr(STDIN_FILENO, time, &settings)
    }

    /// Restores the settings of the start.
    static func restore(_ time: CInt = TCSANOW) {
        // In the background the terminal belongs to another process, and a change of its settings would stop this one.
        let action = signal(SIGTTOU, SIG_IGN)
        defer { signal(SIGTTOU, action) }
        restoreInHandler(time)
    }

    /// Restores the settings of the start; a signal handler may call it. What another thread changes meanwhile stays.
    ///
    /// - Returns: the settings; `nil` if they were in force.
    @discardableResult
    static func restoreInHandler(_ time: CInt = TCSANOW) -> termios? {
        guard var settings = former.withLockIfAvailable({ $0.take() }) ?? nil else { return nil }
        tcsetattr(STDIN_FILENO, time, &settings)
        if givesKeys.exchange(false, ordering: .relaxed) { writeMark("\u{1B}[?2004l") }
        return settings
    }

    /// Restores the settings of the start for good; a signal handler may call it.
    static func restoreAtCrash() {
        isOver.store(true, ordering: .relaxed)
        restoreInHandler()
    }

    /// Has the terminal wrap lines; a signal handler may call it.
    static func wrapLines() { writeMark("\u{1B}[?7h") }

    private static func writeMark(_ text: StaticString) {
        _ = write(StandardOutput.descriptor, text.utf8Start, text.utf8CodeUnitCount)
    }

    /// The number of bytes that were typed and are not read; a terminal that gives lines counts complete ones only.
    static var unread: Int {
        var count: CInt = 0
        guard isatty(STDIN_FILENO) == 1, ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 else { return 0 }
        return Int(count)
    }
}
