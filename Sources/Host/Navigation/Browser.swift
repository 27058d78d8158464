import Glibc

/// The person's web browser, as `$BROWSER` names it.
struct Browser: Sendable {
    private let program: String

    /// Takes a program's name, which is looked up in `$PATH`.
    init(program: String) { self.program = program }

    /// Starts the browser with an `http` or `https` URL as its only argument; no shell reads it.
    ///
    /// It runs in a session of its own and holds none of the host's files: a script that waits for the end of the host's
    /// output does not wait for the browser.
    func open(_ url: String) throws(BrowserError) {
        let arguments = [program, url].map { (text: String) in strdup(text) }
        defer { arguments.forEach { free($0) } }
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
        let status = posix_spawnp(&process, program, &actions, &attributes, arguments + [nil], environ)
        guard status == 0 else { throw .notStarted(program: program, reason: String(cString: strerror(status))) }
    }

    /// The host ignores SIGPIPE and has the system reap its children; a browser begins with the defaults.
    private static func prepare(_ attributes: inout posix_spawnattr_t) {
        posix_spawnattr_init(&attributes)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        sigaddset(&defaults, SIGCHLD)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // POSIX_SPAWN_SETSID, whose macro Swift cannot read.
        let setsid: CInt = 0x80
        posix_spawnattr_setflags(&attributes, Int16(CInt(POSIX_SPAWN_SETSIGDEF) | setsid))
    }
}
