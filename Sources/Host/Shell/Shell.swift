import ModuleKit

/// Reads lines and runs them: a prompt on a terminal, a script otherwise.
struct Shell {
    let session: Session
    var source: LineSource
    /// Whether a script ends at its first failure.
    let bails: Bool
    /// The lines whose pages wait for a person.
    private var background: [ShellRequest] = []
    private var firstFailure: ExitCode?

    init(session: Session, source: LineSource, bails: Bool) {
        self.session = session
        self.source = source
        self.bails = bails
    }

    /// Runs to the end; a script's exit code is that of its first failure, a person's is 0.
    mutating func run() async -> ExitCode {
        var number = 0
        if isInteractive { session.console.prompt(await Greeting.text(session)) }
        while let line = source.next(console: session.console) {
            number += 1
            guard await run(line, number: isInteractive ? nil : number) else { break }
            if bails, firstFailure != nil { break }
        }
        await session.navigator.leave()
        await settle()
        return isInteractive ? .done : firstFailure ?? .done
    }

    private var isInteractive: Bool {
        if case .terminal = source { true } else { false }
    }

    /// Runs a line until it ends or waits for a person; `false` where it ends the shell.
    private mutating func run(_ text: String, number: Int?) async -> Bool {
        let line: ShellLine
        do {
            line = try parse(text)
        } catch {
            report(.failure(error), number)
            return true
        }
        guard !line.isQuit else { return false }
        let request = ShellRequest(line: number)
        let session = session
        Task {
            await ShellRequest.$current.withValue(request) {
                do throws(Failure) {
                    request.end(.success(try await line.run(in: session)))
                } catch {
                    request.end(.failure(error))
                }
            }
        }
        background.append(request)
        await settle()
        return true
    }

    /// Waits for all lines that do not wait for a person, and tells what came of them.
    private mutating func settle() async {
        var waiting: [ShellRequest] = []
        for request in background {
            await request.settle()
            if let outcome = request.outcome { report(outcome, request.line) } else { waiting.append(request) }
        }
        background = waiting
    }

    private mutating func report(_ outcome: ShellRequest.Outcome, _ line: Int?) {
        switch outcome {
        case .success(let exitCode):
            if exitCode != .done { firstFailure = firstFailure ?? exitCode }
        case .failure(let failure):
            session.console.report(failure.at(line: line))
            firstFailure = firstFailure ?? failure.exitCode
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
