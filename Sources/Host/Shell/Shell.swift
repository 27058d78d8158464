import ModuleKit

/// Reads lines and runs them: a prompt on a terminal, a script otherwise.
struct Shell {
    let session: Session
    var source: LineSource
    /// Whether a script ends at its first failure.
    let bails: Bool
    private let requests = ShellRequests()
    private var firstFailure: ExitCode?

    init(session: Session, source: LineSource, bails: Bool) {
        self.session = session
        self.source = source
        self.bails = bails
    }

    /// Runs to the end; a script's exit code is that of its first failure, a person's is 0.
    mutating func run() async -> ExitCode {
        if isInteractive { session.console.prompt(await Greeting.text(session)) }
        await readLines()
        await session.navigator.leave()
        await settle()
        return isInteractive ? .done : firstFailure ?? .done
    }

    /// Whether a person is before it.
    var isInteractive: Bool {
        if case .terminal = source { true } else { false }
    }

    /// What Ctrl-C does in front of a person: it cancels all that runs or waits, and gives the prompt back. Where something
    /// pays no heed, the second time leaves it behind.
    var interrupt: @Sendable () -> Void {
        { [source, requests] in
            for request in requests.all { request.interrupt() }
            source.interrupt()
        }
    }

    private mutating func readLines() async {
        var number = 0
        while true {
            switch await source.next(console: session.console) {
            case .line(let line):
                number += 1
                guard await run(line, number: isInteractive ? nil : number) else { return }
                if bails, firstFailure != nil { return }
            case .end: return
            case .interrupted:
                guard isInteractive else { return }
                await settle()
            }
        }
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
        requests.add(request)
        request.run { [session] () throws(Failure) in try await line.run(in: session) }
        await settle()
        return true
    }

    /// Waits for all lines that do not wait for a person, and tells what came of them.
    private mutating func settle() async {
        // One may be woken up by what another does.
        repeat {
            for request in requests.all { await request.settle() }
        } while requests.all.contains { !$0.isSettled }
        for request in requests.all {
            guard let outcome = request.outcome else { continue }
            report(outcome, request.line)
            requests.remove(request)
        }
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
