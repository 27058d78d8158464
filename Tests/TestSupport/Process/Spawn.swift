import Glibc

/// One start of a program by `posix_spawn`, with its own environment and descriptors.
struct Spawn {
    let program: String
    let arguments: [String]
    let environment: [String: String]
    /// The descriptor that becomes standard input.
    let input: CInt
    /// The files that become standard output and standard error.
    let output: String
    let errors: String

    /// Starts the program, does what the closure says, and waits for the program's end.
    func wait(afterStart: () -> Void) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, flags, 0o600)
        let words = CStrings([program] + arguments)
        let variables = Self.variables(environment)
        var process = pid_t()
        let status = posix_spawn(&process, program, &actions, nil, words.pointers, variables.pointers)
        guard status == 0 else { throw SystemError("posix_spawn \(program)", code: status) }
        afterStart()
        return try Self.exitCode(of: process)
    }

    /// Waits for a child and gives its exit code; for a signal, 128 and the signal's number.
    static func exitCode(of process: pid_t) throws -> Int32 {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemError("waitpid", code: errno) }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

/// Texts as the null-terminated array of C strings that the system's calls take.
final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        pointers = texts.map { (text: String) in strdup(text) } + [nil]
    }

    deinit { pointers.forEach { free($0) } }
}

extension Spawn {
    /// The variables that a child is given: those of a test, and what a sanitizer was told.
    static func variables(_ environment: [String: String]) -> CStrings {
        let all = environment.merging(ChildProcess.sanitizerOptions) { own, _ in own }
        return CStrings(all.map { "\($0.key)=\($0.value)" })
    }
}

extension ChildProcess {
    /// Where a sanitizer writes what it finds, which holds for the children of a sanitized test too.
    public static var sanitizerOptions: [String: String] {
        ["TSAN_OPTIONS", "ASAN_OPTIONS", "SWIFT_BACKTRACE"].reduce(into: [:]) { options, name in
            if let value = getenv(name) { options[name] = String(cString: value) }
        }
    }
}
