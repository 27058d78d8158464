import Glibc
import Synchronization

/// The lines that a person has typed and the host has not read yet.
enum PendingInput {
    /// The number of bytes; a terminal counts complete lines only.
    static var unread: Int {
        var count: CInt = 0
        guard isatty(STDIN_FILENO) == 1, ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 else { return 0 }
        return Int(count)
    }
}

/// The terminal's echo of typed text.
enum TerminalEcho {
    /// The terminal's settings before the echo was turned off.
    private static let settings = Mutex<termios?>(nil)

    /// Runs a closure without the terminal's echo, and continues on a new line.
    static func without<Result>(_ body: () async -> Result) async -> Result {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return await body() }
        self.settings.withLock { [settings] in $0 = settings }
        var unseen = settings
        unseen.c_lflag &= ~tcflag_t(ECHO)
        // The end of the line is echoed nevertheless.
        unseen.c_lflag |= tcflag_t(ECHONL)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen)
        defer { restore() }
        return await body()
    }

    /// Turns the terminal's echo on again, if it is off.
    static func restore() {
        guard var settings = settings.withLock({ $0.take() }) else { return }
        // In the background the terminal belongs to another process, and a change of its settings would stop this one.
        let former = signal(SIGTTOU, SIG_IGN)
        defer { signal(SIGTTOU, former) }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }
}
