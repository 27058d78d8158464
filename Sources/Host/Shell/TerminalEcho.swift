import Glibc

/// Whether a terminal shows what is typed.
enum TerminalEcho {
    /// Runs something while nothing that is typed is shown, and goes on with a line of its own.
    static func without<Result>(_ body: () async -> Result) async -> Result {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return await body() }
        var unseen = settings
        unseen.c_lflag &= ~tcflag_t(ECHO)
        // The end of the line is shown all the same.
        unseen.c_lflag |= tcflag_t(ECHONL)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &unseen)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
        return await body()
    }
}
