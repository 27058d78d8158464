import Glibc
import Synchronization

/// What a person has typed to its end and nobody has read yet.
enum TypedLines {
    /// How many bytes; a terminal counts whole lines only.
    static var unread: Int {
        var count: CInt = 0
        guard isatty(STDIN_FILENO) == 1, ioctl(STDIN_FILENO, UInt(FIONREAD), &count) == 0 else { return 0 }
        return Int(count)
    }
}

/// Whether a terminal shows what is typed.
enum TerminalEcho {
    /// What the terminal was set to while nothing is shown.
    private static let settings = Mutex<termios?>(nil)

    /// Runs something while nothing that is typed is shown, and goes on with a line of its own.
    static func without<Result>(_ body: () async -> Result) async -> Result {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return await body() }
        self.settings.withLock { [settings] in $0 = settings }
        var unseen = settings
        unseen.c_lflag &= ~tcflag_t(ECHO)
        // The end of the line is shown all the same.
        unseen.c_lflag |= tcflag_t(ECHONL)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen)
        defer { restore() }
        return await body()
    }

    /// Has the terminal show again what is typed, where it does not.
    static func restore() {
        guard var settings = settings.withLock({ $0.take() }) else { return }
        // In the background the terminal is not ours, and a change of its settings would stop the process.
        let former = signal(SIGTTOU, SIG_IGN)
        defer { signal(SIGTTOU, former) }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }
}
