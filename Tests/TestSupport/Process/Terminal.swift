import Glibc

/// A program on a pseudo-terminal, as a person has it before them.
public final class Terminal {
    /// `TIOCSPTLCK` and `TIOCGPTN` of Linux, whose macros Swift cannot read.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    private let keyboard: CInt
    private let process: pid_t
    private var isReaped = false

    /// `POSIX_SPAWN_SETSID`, which Swift cannot read either.
    private static let session: CInt = 0x80

    /// Starts a program whose input, output and errors are the terminal, in a session of its own, so that what is typed
    /// reaches it as signals too.
    ///
    /// - Parameter size: the window's columns and rows; without one it has none.
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

    /// Ends the program of a test that failed. The monitor of exit tests waits for any child, and finds one that has
    /// ended and is not reaped again and again.
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

    /// Reads until some text has come, for a minute at most, and gives all that came.
    public func read(until text: String) throws -> String {
        String(decoding: try bytes(until: text), as: UTF8.self)
    }

    /// The same as bytes, the last of which may be a part of a character.
    public func bytes(until text: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while !String(decoding: bytes, as: UTF8.self).contains(text) {
            bytes += try next(before: "\(text) and behind \(String(decoding: bytes, as: UTF8.self))")
        }
        return bytes
    }

    /// Reads until a screen looks right, for a minute without anything new at most.
    ///
    /// - Returns: how many bytes came.
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

    /// Reads until nothing has come for some milliseconds, and gives all that came.
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

    /// What is left to be read of a program that has ended.
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

    /// Whether the terminal shows what is typed.
    public var showsTyping: Bool {
        var settings = termios()
        return tcgetattr(keyboard, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Closes the terminal, as a window or a connection is closed.
    public func hangUp() {
        // The number stays in use until the end.
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        _ = dup2(nothing, keyboard)
        _ = close(nothing)
    }

    /// Sends the program a signal.
    public func signal(_ number: CInt) throws {
        guard kill(process, number) == 0 else { throw SystemError("kill", code: errno) }
    }

    /// Stops the program as `kill -STOP` does, and returns when it stands still.
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

    /// Waits for the program's end, and kills it after a minute.
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
