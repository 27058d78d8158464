@_spi(Host) import ModuleKit

/// Reads lines and runs them: a prompt on a terminal, a script otherwise.
struct Shell {
    let session: Session
    /// Whether a script ends at its first failure.
    let bails: Bool
    private let requests = ShellRequests()
    private var firstFailure: ExitCode?

    init(session: Session, bails: Bool) {
        self.session = session
        self.bails = bails
    }

    /// Runs to the end; a script's exit code is that of its first failure, a person's is 0.
    mutating func run() async -> ExitCode {
        if isInteractive { session.console.prompt(await Greeting.text(session)) }
        await readLines()
        session.log.end()
        await session.navigator.leave()
        await settle()
        return isInteractive ? .done : firstFailure ?? .done
    }

    /// Runs the lines of a recording, and cancels what still waits when it has ended.
    mutating func replay(finish: () -> Void) async {
        await readLines()
        finish()
        for request in requests.all { request.interrupt() }
        await settle()
    }

    /// Whether a person is before it.
    var isInteractive: Bool { session.input.isInteractive }

    /// What Ctrl-C does in front of a person: it cancels all that runs or waits, and gives the prompt back. Where something
    /// pays no heed, the second time leaves it behind.
    var interrupt: @Sendable () -> Void {
        { [input = session.input, requests] in
            for request in requests.all { request.interrupt() }
            input.interrupt()
        }
    }

    private mutating func readLines() async {
        while true {
            switch await session.input.next(prompt: await session.navigator.prompt()) {
            case .line(let line):
                guard await run(line, number: session.input.number) else { return }
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
            session.log.note(recorded(text))
            report(.failure(error), number)
            return true
        }
        guard !line.isQuit else { return false }
        if line.isRecorded { session.log.note(recorded(text)) }
        let request = ShellRequest(line: number, input: session.input)
        requests.add(request)
        request.run { [session] () throws(Failure) in try await line.run(in: session) }
        await settle()
        return true
    }

    /// A line as a recording has it: sensitive values in URLs are kept nowhere.
    private func recorded(_ text: String) -> LogEvent {
        let words = (try? ShellWords.split(text)) ?? []
        let shown = words.map { ShellLine.looksLikeURL($0) ? session.mediator.shown($0) : $0 }
        return shown == words ? .line(text) : .concealedLine(shown.map(ShellWords.quote).joined(separator: " "))
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
            session.log.note(.failure(failure.code))
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
