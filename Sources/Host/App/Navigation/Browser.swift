import Glibc
import Platform
import Synchronization

/// The person's web browser, from `$BROWSER`.
struct Browser: Sendable {
    /// The browsers that were started and may have ended since.
    private static let started = Mutex<[pid_t]>([])

    private let program: String

    /// Creates a browser from a program's name, which is searched in `$PATH`.
    init(program: String) { self.program = program }

    /// Starts the browser with an `http` or `https` URL as its only argument, without a shell.
    ///
    /// It runs in a session of its own and inherits none of the host's files: a script that waits for the end of the
    /// host's output does not wait for the browser.
    func open(_ url: String) throws(BrowserError) {
        Self.forgetEnded()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        Self.prepare(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var process = pid_t()
        let status = ChildProgram.withCStrings([program, url]) {
            posix_spawnp(&process, program, &actions, &attributes, $0, environ)
        }
        guard status == 0 else { throw .notStarted(program: program, reason: String(cString: strerror(status))) }
        Self.started.withLock { $0.append(process) }
    }

    /// Reaps the browsers that have ended, for which no call waits: the system keeps them until then.
    private static func forgetEnded() {
        started.withLock { started in started.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    }

    /// Restores the default of SIGPIPE for a browser, since the host ignores it, and unblocks all signals, since the calling
    /// thread may block them.
    private static func prepare(_ attributes: inout posix_spawnattr_t) {
        posix_spawnattr_init(&attributes)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // The value of POSIX_SPAWN_SETSID, a macro that Swift cannot import.
        let setsid: CInt = 0x80
        posix_spawnattr_setflags(&attributes, Int16(CInt(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | setsid))
    }
}

/// The reason why the browser was not started.
enum BrowserError: Error, Sendable, Equatable, CustomStringConvertible {
    case notStarted(program: String, reason: String)

    var description: String {
        switch self {
        case .notStarted(let program, let reason):
            "the browser \"\(program)\" was not started: \(reason); set BROWSER to a program, or leave out --browser"
        }
    }
}
