import ModuleKit

extension Command {
    static let tracing = Option("--trace", "show the stages of the request on standard error")

    static let trace = Command(
        name: "trace", words: "on|off", summary: "show the stages of every request on standard error, or stop that",
        need: .shell
    ) { session, arguments in
        session.observer.trace(arguments.words[0] == "on")
        return .done
    }
}

extension Session {
    /// Runs a body, and prints the stages of its requests if the arguments contain `--trace`.
    func tracing(
        _ arguments: Arguments, _ body: () async throws(Failure) -> ExitCode
    ) async throws(Failure) -> ExitCode {
        let wasTracing = arguments.has(Command.tracing) ? observer.trace(true) : true
        defer { if !wasTracing { observer.trace(false) } }
        return try await body()
    }
}
