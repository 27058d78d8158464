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

    /// Starts the program, calls the closure, and waits for the program to end.
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

    /// Waits for a child and returns its exit code; for a signal, 128 plus its number.
    static func exitCode(of process: pid_t) throws -> Int32 {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemError("waitpid", code: errno) }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

/// A null-terminated array of C strings, as system calls take it.
final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) {
        pointers = texts.map { (text: String) in strdup(text) } + [nil]
    }

    deinit { pointers.forEach { free($0) } }
}

extension Spawn {
    /// The variables of a child: the test's variables and the options of sanitizers.
    static func variables(_ environment: [String: String]) -> CStrings {
        let all = environment.merging(ChildProcess.sanitizerOptions) { own, _ in own }
        return CStrings(all.map { "\($0.key)=\($0.value)" })
    }
}

extension ChildProcess {
    /// The options of sanitizers and backtraces, which the children of a test inherit.
    public static var sanitizerOptions: [String: String] {
        ["TSAN_OPTIONS", "ASAN_OPTIONS", "SWIFT_BACKTRACE"].reduce(into: [:]) { options, name in
            if let value = getenv(name) { options[name] = String(cString: value) }
        }
    }
}
