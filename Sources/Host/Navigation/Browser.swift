import Glibc

/// The person's web browser, as `$BROWSER` names it.
struct Browser: Sendable {
    private let program: String

    /// Takes a program's name, which is looked up in `$PATH`.
    init(program: String) { self.program = program }

    /// Starts the browser with an `http` or `https` URL as its only argument; no shell reads it.
    func open(_ url: String) throws(BrowserError) {
        let arguments: [UnsafeMutablePointer<CChar>?] = [program, url].map { (text: String) in strdup(text) }
        defer { arguments.forEach { free($0) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The host's standard input may be a script, which the browser must not read.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        var process = pid_t()
        let status = posix_spawnp(&process, program, &actions, nil, arguments + [nil], environ)
        guard status == 0 else { throw .notStarted(program: program, reason: String(cString: strerror(status))) }
    }
}

/// Why the browser was not started.
enum BrowserError: Error, Sendable, Equatable, CustomStringConvertible {
    case notStarted(program: String, reason: String)

    var description: String {
        switch self {
        case .notStarted(let program, let reason):
            "the browser \"\(program)\" was not started: \(reason); set BROWSER to a program, or leave out --browser"
        }
    }
}
