package import Glibc

/// A program that runs to its end in its own process, for a limited time.
package struct ChildProgram {
    /// The end of a child.
    package enum Ending: Sendable, Equatable {
        case exited(CInt)
        case signal(CInt)
        /// The host killed it at the end of its time.
        ///
        /// - Parameter wasKept: whether it waited for a processor for more than a quarter of that time.
        case outOfTime(wasKept: Bool)
        /// The host killed it, since the task that waited for it was cancelled.
        case cancelled
    }

    package let path: String
    package let arguments: [String]
    /// The variables of its environment besides the host's own.
    package var environment: [String: String] = [:]

    package init(path: String, arguments: [String], environment: [String: String] = [:]) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
    }

    /// Runs the program with an empty standard input, and returns its end and its output.
    ///
    /// - Parameter seconds: the time limit, at which it is killed with all processes that it started, as it is if the
    ///   current task is cancelled.
    package func run(seconds: Int) throws(FileError) -> (
        process: pid_t, ending: Ending, output: [UInt8], errors: [UInt8]
    ) {
        var output = try ChildStream()
        var errors = try ChildStream()
        let process = try start(output: output.childEnd, errors: errors.childEnd)
        output.closeChildEnd()
        errors.closeChildEnd()
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline, !Task.isCancelled {
            ChildStream.wait(for: output, errors)
            output.read()
            errors.read()
            if let ending = Self.ending(of: process, WNOHANG) {
                kill(-process, SIGKILL)
                output.read()
                errors.read()
                return (process, ending, output.bytes, errors.bytes)
            }
        }
        let wait = Self.wait(of: process)
        kill(-process, SIGKILL)
        _ = Self.ending(of: process, 0)
        let late = Ending.outOfTime(wasKept: wait > .seconds(seconds) / 4)
        return (process, Task.isCancelled ? .cancelled : late, output.bytes, errors.bytes)
    }

    /// Returns the time in which the first thread of a process could have run and had no processor.
    private static func wait(of process: pid_t) -> Duration {
        // The file holds the time on a processor, the time without one, in nanoseconds, and the number of turns.
        let text = (try? File.bytes(at: "/proc/\(process)/schedstat")).map { String(decoding: $0, as: UTF8.self) }
        let numbers = text?.split(separator: " ") ?? []
        return .nanoseconds(numbers.count > 1 ? Int64(numbers[1]) ?? 0 : 0)
    }

    /// Starts the program with an empty standard input, in a process group of its own, and does not wait for it.
    ///
    /// - Parameter further: the descriptors that it gets besides, by their numbers there.
    package func start(
        output: CInt, errors: CInt, further: [CInt: CInt] = [:]
    ) throws(FileError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        for (number, descriptor) in further { posix_spawn_file_actions_adddup2(&actions, descriptor, number) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The child has its own process group, so that all processes that it starts end with it.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        // The thread that starts it may receive no signals.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        let words = CStringArray([path] + arguments)
        let variables = CStringArray(Self.environment(adding: environment))
        var process = pid_t()
        let code = posix_spawn(&process, path, &actions, &attributes, words.pointers, variables.pointers)
        guard code == 0 else { throw .system(code) }
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

    /// Waits for the end of a child that was started, and ends it with all processes that it started.
    ///
    /// - Parameter limit: how long the child itself has for its end.
    package static func end(of process: pid_t, within limit: Duration) -> Ending {
        let deadline = ContinuousClock.now + limit
        var status = siginfo_t()
        // The child stays in the table of processes until its group was killed: no other process gets its number.
        while waitid(P_PID, id_t(process), &status, WEXITED | WNOWAIT | WNOHANG) == 0, !hasEnded(status),
            ContinuousClock.now < deadline
        {
            usleep(500)
        }
        kill(-process, SIGKILL)
        return ending(of: process, 0) ?? .outOfTime(wasKept: false)
    }

    private static func hasEnded(_ status: siginfo_t) -> Bool { status.si_signo != 0 }

    private static func ending(of process: pid_t, _ options: CInt) -> Ending? {
        var status: CInt = 0
        var result = waitpid(process, &status, options)
        while result < 0, errno == EINTR { result = waitpid(process, &status, options) }
        guard result == process else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signal(signal)
    }
}

/// Texts as the null-terminated array of C strings for system calls.
package final class CStringArray {
    package private(set) var pointers: [UnsafeMutablePointer<CChar>?]

    package init(_ texts: [String]) {
        pointers = texts.map { (text: String) in strdup(text) } + [nil]
    }

    deinit { pointers.forEach { free($0) } }
}

/// The names of signals.
package enum SignalName {
    /// Returns the name of a signal, such as `SIGSEGV (Segmentation fault)`.
    package static func text(_ signal: CInt) -> String {
        let words = strsignal(signal).map { String(cString: $0) } ?? "unknown"
        return names[signal].map { "\($0) (\(words))" } ?? "signal \(signal) (\(words))"
    }

    /// Returns the name alone, such as `SIGSEGV`.
    package static func name(_ signal: CInt) -> String { names[signal] ?? "signal \(signal)" }

    private static let names: [CInt: String] = [
        SIGABRT: "SIGABRT", SIGALRM: "SIGALRM", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
        SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT", SIGSEGV: "SIGSEGV",
        SIGSYS: "SIGSYS", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    ]
}
