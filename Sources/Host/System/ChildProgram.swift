import Glibc

/// A program that is run to its end in a process of its own, for a limited time.
struct ChildProgram {
    /// How a child ended.
    enum Ending: Sendable, Equatable {
        case exited(CInt)
        case signal(CInt)
        /// It was killed at the end of its time.
        case outOfTime
    }

    let path: String
    let arguments: [String]
    /// What its environment has beside the host's own.
    var environment: [String: String] = [:]

    /// Runs it with nothing on its standard input, and gives how it ended and what it wrote.
    ///
    /// - Parameter seconds: how long it may run, before it is killed with all that it started.
    func run(seconds: Int) throws(FileError) -> (ending: Ending, output: [UInt8], errors: [UInt8]) {
        var output = try ChildStream()
        var errors = try ChildStream()
        let process = try start(output: output.childEnd, errors: errors.childEnd)
        output.closeChildEnd()
        errors.closeChildEnd()
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline {
            ChildStream.wait(for: output, errors)
            output.read()
            errors.read()
            if let ending = Self.ending(of: process, WNOHANG) {
                kill(-process, SIGKILL)
                output.read()
                errors.read()
                return (ending, output.bytes, errors.bytes)
            }
        }
        kill(-process, SIGKILL)
        _ = Self.ending(of: process, 0)
        return (.outOfTime, output.bytes, errors.bytes)
    }

    private func start(output: CInt, errors: CInt) throws(FileError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own, so that all that it starts can be ended with it.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        let words = CStringArray([path] + arguments)
        let variables = CStringArray(Self.environment(adding: environment))
        var process = pid_t()
        let code = posix_spawn(&process, path, &actions, &attributes, words.pointers, variables.pointers)
        guard code == 0 else { throw FileError(code: code) }
        return process
    }

    private static func environment(adding added: [String: String]) -> [String] {
        var texts: [String] = []
        var next = environ
        while let text = next.pointee {
            texts.append(String(cString: text))
            next += 1
        }
        let kept = texts.filter { text in !added.keys.contains { text.hasPrefix($0 + "=") } }
        return kept + added.map { "\($0.key)=\($0.value)" }
    }

    private static func ending(of process: pid_t, _ options: CInt) -> Ending? {
        var status: CInt = 0
        var result = waitpid(process, &status, options)
        while result < 0, errno == EINTR { result = waitpid(process, &status, options) }
        guard result == process else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signal(signal)
    }
}
