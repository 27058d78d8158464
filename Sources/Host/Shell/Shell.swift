import ModuleKit

/// Reads lines and runs them: a prompt on a terminal, a script otherwise.
struct Shell {
    let session: Session
    var source: LineSource
    /// Whether a script ends at its first failure.
    let bails: Bool

    /// Runs to the end; a script's exit code is that of its first failure, a person's is 0.
    mutating func run() async -> ExitCode {
        var firstFailure: ExitCode?
        var number = 0
        if isInteractive { session.console.prompt(Greeting.text(session)) }
        while let line = source.next(console: session.console) {
            number += 1
            do {
                guard let exitCode = try await run(line) else { break }
                if exitCode != .done { firstFailure = firstFailure ?? exitCode }
                if exitCode != .done, bails { break }
            } catch {
                session.console.report(error.at(line: isInteractive ? nil : number))
                firstFailure = firstFailure ?? error.exitCode
                if bails { break }
            }
        }
        return isInteractive ? .done : firstFailure ?? .done
    }

    private var isInteractive: Bool {
        if case .terminal = source { true } else { false }
    }

    /// Runs a line; `nil` when it ends the shell.
    private func run(_ line: String) async throws(Failure) -> ExitCode? {
        switch try parse(line) {
        case .blank: .done
        case .quit: nil
        case .follow(let command): try await command.run(in: session)
        case .command(let command): try await command.run(in: session)
        }
    }

    private func parse(_ line: String) throws(Failure) -> ShellLine {
        do {
            // A byte order mark before the first line is not a part of it.
            return try ShellLine(line.hasPrefix("\u{FEFF}") ? String(line.unicodeScalars.dropFirst()) : line)
        } catch {
            throw Failure(error)
        }
    }
}
