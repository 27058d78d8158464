import Glibc

/// A program on a pseudo-terminal, as a person would use it.
public final class Terminal {
    /// `TIOCSPTLCK` and `TIOCGPTN` of Linux, whose macros Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    private let keyboard: CInt
    private let process: pid_t
    private var isReaped = false

    /// `POSIX_SPAWN_SETSID`, which Swift does not import either.
    private static let session: CInt = 0x80

    /// Starts a program whose input, output and errors are the terminal, in a new session, so that keys such as Ctrl-C
    /// reach it as signals.
    ///
    /// - Parameter size: the window's columns and rows; if `nil`, the terminal has no size.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String],
        size: (columns: Int, rows: Int)? = nil
    ) throws {
        keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var lock: CInt = 0
        var number: CInt = 0
        guard keyboard >= 0, ioctl(keyboard, Self.setLock, &lock) == 0, ioctl(keyboard, Self.getNumber, &number) == 0
        else { throw SystemError("/dev/ptmx", code: errno) }
        let name = "/dev/pts/\(number)"
        if let size { try Self.resize(keyboard, to: size) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        let words = CStrings([program] + arguments)
        let variables = Spawn.variables(environment)
        var process = pid_t()
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(Self.session))
        let status = posix_spawn(&process, program, &actions, &attributes, words.pointers, variables.pointers)
        guard status == 0 else { throw SystemError("posix_spawn \(program)", code: status) }
        self.process = process
    }

    /// Ends the program of a test that failed. The monitor of exit tests waits for any child, and would find an ended
    /// child that is not reaped over and over.
    deinit {
        close(keyboard)
        if !isReaped {
            kill(process, SIGKILL)
            _ = try? Spawn.exitCode(of: process)
        }
    }

    /// Changes the window's size.
    public func resize(to size: (columns: Int, rows: Int)) throws { try Self.resize(keyboard, to: size) }

    private static func resize(_ keyboard: CInt, to size: (columns: Int, rows: Int)) throws {
        var window = winsize(ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(keyboard, UInt(TIOCSWINSZ), &window) == 0 else { throw SystemError("TIOCSWINSZ", code: errno) }
    }

    /// Types text.
    public func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(keyboard, bytes, bytes.count) == bytes.count else { throw SystemError("write", code: errno) }
    }

    /// Reads until a text has come, and returns everything that was read; throws after a minute without output.
    public func read(until text: String) throws -> String {
        String(decoding: try bytes(until: text), as: UTF8.self)
    }

    /// Reads until a text has come, and returns the bytes, the last of which may be a part of a character.
    public func bytes(until text: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while !String(decoding: bytes, as: UTF8.self).contains(text) {
            bytes += try next(before: "\(text) and behind \(String(decoding: bytes, as: UTF8.self))")
        }
        return bytes
    }

    /// Reads until a screen looks right; throws after a minute without output.
    ///
    /// - Returns: the number of bytes that were read.
    @discardableResult
    public func read(
        onto screen: inout TerminalScreen, until what: String, isRight: (TerminalScreen) -> Bool
    ) throws -> Int {
        var count = 0
        while !isRight(screen) {
            let bytes = try next(before: "\(what) on\n\(screen.lines.joined(separator: "\n"))")
            screen.write(bytes)
            count += bytes.count
        }
        return count
    }

    /// Reads until nothing has come for some milliseconds, and returns everything that was read.
    @discardableResult
    public func drain(milliseconds: CInt) throws -> String {
        var poll = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
        var bytes: [UInt8] = []
        while Glibc.poll(&poll, 1, milliseconds) > 0 { bytes += try next(before: "silence") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func next(before what: String) throws -> ArraySlice<UInt8> {
        var poll = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, 60_000) > 0 else { throw Condition.Missing(what: what) }
        var chunk = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(keyboard, &chunk, chunk.count)
        guard count > 0 else { throw SystemError("read before \(what)", code: errno) }
        return chunk.prefix(count)
    }

    /// Returns the unread output of a program that has ended.
    public func rest() throws -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        var count = Glibc.read(keyboard, &chunk, chunk.count)
        while count > 0 {
            bytes += chunk.prefix(count)
            count = Glibc.read(keyboard, &chunk, chunk.count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the terminal echoes input.
    public var showsTyping: Bool {
        var settings = termios()
        return tcgetattr(keyboard, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Closes the terminal, as if its window or connection were closed.
    public func hangUp() {
        // The descriptor's number stays in use until `deinit` closes it.
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        _ = dup2(nothing, keyboard)
        _ = close(nothing)
    }

    /// Sends the program a signal.
    public func signal(_ number: CInt) throws {
        guard kill(process, number) == 0 else { throw SystemError("kill", code: errno) }
    }

    /// Stops the program as `kill -STOP` does, and returns when it has stopped.
    public func suspend() throws {
        try signal(SIGSTOP)
        var information = siginfo_t()
        guard waitid(P_PID, id_t(process), &information, WSTOPPED) == 0, information.si_code == CLD_STOPPED else {
            throw SystemError("waitid", code: errno)
        }
    }

    /// Whether the program has ended.
    public var hasEnded: Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
            && information.si_signo == SIGCHLD
    }

    /// Waits for the program to end, and kills it after a minute.
    public func exitCode() throws -> Int32 {
        do {
            try Condition.wait(for: "the end of the program on the terminal") { hasEnded }
        } catch {
            kill(process, SIGKILL)
            throw error
        }
        isReaped = true
        return try Spawn.exitCode(of: process)
    }
}
