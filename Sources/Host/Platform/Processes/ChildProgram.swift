import FoundationEssentials
package import Glibc

/// A program that runs to its end in its own process, for a limited time.
package struct ChildProgram: Sendable {
    package enum Ending: Sendable, Equatable {
        case exited(CInt)
        case signal(CInt)
        /// The host killed the program at its time limit. `wasKept` is `true` if the machine may be too slow: the limit
        /// was doubled because the program had waited for a processor, or the program was still running or waiting for
        /// a disk.
        case outOfTime(wasKept: Bool)
        /// The host killed the program, because the task that waited for it was cancelled.
        case cancelled
    }

    package let path: String
    package let arguments: [String]
    /// The variables that the program gets in addition to the inherited ones.
    package let environment: [String: String]
    /// Returns whether the program inherits a variable of the host.
    private let inherits: @Sendable (_ variable: Substring) -> Bool

    /// The environment variable with a process's number. A host with this variable ends when that process ends.
    package static let parentVariable = "SWITCHBOARD_PARENT"

    /// The environment that makes a child host end with this process, or with the thread that started the child.
    package static var endingWithThis: [String: String] { [parentVariable: "\(getpid())"] }

    package init(
        path: String, arguments: [String], environment: [String: String] = [:],
        inherits: @escaping @Sendable (_ variable: Substring) -> Bool = { _ in true }
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.inherits = inherits
    }

    /// Runs the program with an empty standard input, and returns its ending and its output.
    ///
    /// `seconds` is the time limit. It is extended by the time that the program waited for a processor, but at most
    /// doubled. After that time, or if the current task is cancelled, the program and all processes that it started are
    /// killed.
    package func run(seconds: Int) throws(FileError) -> (
        process: pid_t, ending: Ending, output: [UInt8], errors: [UInt8]
    ) {
        var output = try ChildStream()
        var errors = try ChildStream()
        let process = try start(output: output.childEnd, errors: errors.childEnd)
        output.closeChildEnd()
        errors.closeChildEnd()
        let (start, limit) = (ContinuousClock.now, Duration.seconds(seconds))
        while !Task.isCancelled, .now - start < limit || .now - start < limit + min(Self.wait(of: process), limit) {
            ChildStream.wait(for: output, errors)
            output.read()
            errors.read()
            if Self.hasEnded(process) {
                let ending = Self.end(of: process)
                output.read()
                errors.read()
                return (process, ending, output.bytes, errors.bytes)
            }
        }
        let late = Ending.outOfTime(wasKept: .now - start >= limit * 2 || Self.isBusy(process))
        Self.end(of: process)
        return (process, Task.isCancelled ? .cancelled : late, output.bytes, errors.bytes)
    }

    /// Returns the longest time that a thread of a process waited for a processor.
    private static func wait(of process: pid_t) -> Duration {
        // The file contains the time on a processor, the time of waiting for a processor, both in nanoseconds, and the
        // number of time slices.
        let waits = threads(of: process, "schedstat").map { text in
            let numbers = text.split(separator: " ")
            return numbers.count > 1 ? Int64(numbers[1]) ?? 0 : 0
        }
        return .nanoseconds(waits.max() ?? 0)
    }

    /// Returns whether a thread of a process is running, is ready to run, or waits for a disk.
    private static func isBusy(_ process: pid_t) -> Bool {
        threads(of: process, "stat").contains { text in
            // The state follows the program's name, which is in parentheses and may itself contain parentheses.
            text.split(separator: ")").last?.first { $0 != " " }.map { "RD".contains($0) } ?? false
        }
    }

    /// Returns the content of a file for each thread of a process, since the first thread may be idle while others run.
    private static func threads(of process: pid_t, _ file: String) -> [String] {
        let folder = "/proc/\(process)/task"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in
            (try? File.bytes(at: "\(folder)/\(name)/\(file)")).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Starts the program without waiting for its end.
    ///
    /// - Parameters:
    ///   - input: the standard input of a program that shares the terminal. Without it, the program gets an empty input
    ///     and a separate session.
    ///   - further: additional descriptors of this process, keyed by their numbers in the program.
    package func start(
        input: CInt? = nil, output: CInt, errors: CInt, further: [CInt: CInt] = [:]
    ) throws(FileError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        for (number, descriptor) in further { posix_spawn_file_actions_adddup2(&actions, descriptor, number) }
        // Other code of this process may have opened files that a child would inherit.
        Self.close(from: (further.keys.max() ?? STDERR_FILENO) + 1, &actions)
        var attributes = posix_spawnattr_t()
        Self.prepare(&attributes, hasOwnSession: input == nil)
        defer { posix_spawnattr_destroy(&attributes) }
        var process = pid_t()
        let code = Self.withCStrings([path] + arguments) { words in
            Self.withCStrings(variables) { variables in
                posix_spawn(&process, path, &actions, &attributes, words, variables)
            }
        }
        guard code == 0 else { throw .system(code) }
        return process
    }

    private static func prepare(_ attributes: inout posix_spawnattr_t, hasOwnSession: Bool) {
        posix_spawnattr_init(&attributes)
        // The child has a separate session and process group: `end(of:)` also kills the processes that the child
        // started, and the child has no terminal whose input it could write.
        let newSession: CInt = hasOwnSession ? 0x80 : 0  // POSIX_SPAWN_SETSID, which Swift does not import
        posix_spawnattr_setflags(&attributes, Int16(newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        // The host may ignore these signals. The program would then also ignore them.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGPIPE, SIGINT] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // The calling thread may block all signals, which the program would inherit.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
    }

    /// Calls a closure with the texts as a null-terminated array of C strings, which is valid until the closure ends.
    package static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { (text: String) in strdup(text) } + [nil]
        defer { pointers.forEach { free($0) } }
        return body(pointers)
    }

    /// Makes a child close all descriptors from a number on, with a function of glibc 2.34 that Swift does not import.
    private static func close(from number: CInt, _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>) {
        let function: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> CInt)? =
            DynamicLibrary.systemFunction("posix_spawn_file_actions_addclosefrom_np")
        _ = function?(actions, number)
    }

    private var variables: [String] {
        let inherited = UserEnvironment.variables.filter { inherits($0.key[...]) }
        return inherited.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
    }

    /// Waits a limited time for a child's end, and returns whether it has ended. Call `end(of:)` afterwards.
    @discardableResult
    package static func wait(for process: pid_t, within limit: Duration) -> Bool {
        let deadline = ContinuousClock.now + limit
        while !hasEnded(process) {
            if ContinuousClock.now >= deadline { return false }
            usleep(500)
        }
        return true
    }

    /// Blocks the thread until a child has ended; the child stays in the process table.
    package static func wait(for process: pid_t) {
        var status = siginfo_t()
        while waitid(P_PID, id_t(process), &status, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    }

    /// Kills a child and the processes of its group. Call it before `end(of:)`: until then, the child stays in the
    /// process table, so no other process gets its number.
    package static func killAll(of process: pid_t) {
        kill(process, SIGKILL)
        kill(-process, SIGKILL)
    }

    /// Kills a child and the processes of its group, and returns how the child ended.
    @discardableResult
    package static func end(of process: pid_t) -> Ending {
        killAll(of: process)
        return ending(of: process) ?? .outOfTime(wasKept: false)
    }

    /// Returns whether a child has ended; also `true` if the process is not a child of this process. The child stays in
    /// the process table.
    private static func hasEnded(_ process: pid_t) -> Bool {
        var status = siginfo_t()
        return waitid(P_PID, id_t(process), &status, WEXITED | WNOWAIT | WNOHANG) != 0 || status.si_signo != 0
    }

    private static func ending(of process: pid_t) -> Ending? {
        var status: CInt = 0
        var result = waitpid(process, &status, 0)
        while result < 0, errno == EINTR { result = waitpid(process, &status, 0) }
        guard result == process else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signal(signal)
    }
}

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
