import Dispatch
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// The loop that reads lines and runs them: with a prompt on a terminal, as a script otherwise.
struct Shell {
    let session: Session
    /// Whether a script ends at its first failure.
    let bails: Bool
    private let requests = ShellRequests()
    /// The requests that waited when the last session ended, and wait again. They do not change a script's exit code.
    private let resumed: [ShellRequest]
    private var firstFailure: ExitCode?
    /// The executor of lines, separate from the shell's loop.
    private var executor = BlockingExecutor()
    /// The identity of the store's lock file when it was last read.
    private var lockFile: FileIdentity?

    /// Creates a shell that also waits for some requests of the last session.
    init(session: Session, bails: Bool, resuming resumed: [ShellRequest] = []) {
        self.session = session
        self.bails = bails
        self.resumed = resumed
        for request in resumed { requests.add(request) }
    }

    /// Runs to the end; a script returns the exit code of its first failure, and an interactive shell returns 0.
    mutating func run() async -> ExitCode {
        if isInteractive { session.console.show(session.console.fitted(await greeting())) }
        await readLines()
        session.log.end()
        await session.navigator.leave()
        await settle()
        return isInteractive ? .done : firstFailure ?? .done
    }

    /// Runs lines within a command, and cancels all waiting requests at their end.
    mutating func runLines(finish: () -> Void) async -> ExitCode {
        await readLines()
        let exitCode = firstFailure ?? .done
        finish()
        requests.interrupt()
        await settle()
        return exitCode
    }

    /// Whether the user types the lines.
    var isInteractive: Bool { session.input.isInteractive }

    /// The effect of Ctrl-C in an interactive shell: it cancels all running or waiting requests, and returns to the
    /// prompt. If a request ignores the cancellation, the second Ctrl-C abandons the request. At the third Ctrl-C, the
    /// closure returns `false`, and the process ends.
    var interrupt: @Sendable () -> Bool {
        { [input = session.input, console = session.console, requests] in
            let count = requests.interrupt()
            if input.interrupt() {
                requests.forgetInterruptions()
                return true
            }
            // Most requests end immediately, and their end is reported. The report below is only for requests that go
            // on. A separate queue prints the report, because a slow reader of the output may block the console.
            if count == 1 {
                Self.reports.asyncAfter(deadline: .now() + 0.5) {
                    if requests.all.contains(where: { !$0.isSettled }) { console.report(Self.cancelled) }
                }
            }
            return count < 3
        }
    }

    private static let reports = DispatchQueue(label: "switchboard.shell.reports")
    private static let cancelled = Failure(
        "interrupted",
        "all requests are cancelled; press Ctrl-C again to leave "
            + "them, and a third time to end the shell", .interrupted)

    private static func unreadable(_ error: FileError) -> Failure {
        Failure("unreadableFile", "standard input cannot be read: \(error); write one command on each line")
    }

    private mutating func readLines() async {
        while true {
            await tellOfInstalled()
            let prompt = isInteractive ? await session.navigator.prompt() : ""
            if isInteractive, let page = await session.navigator.beginsForm() {
                record("1")
                await run(nil) { session throws(Failure) in try await session.follow(1, on: page) }
                continue
            }
            switch await session.input.next(prompt: prompt) {
            case .line(let line):
                guard await run(line, number: session.input.number) else { return }
                if bails, firstFailure != nil { return }
            case .end: return
            case .failed(let error):
                report(.failure(Self.unreadable(error)), session.input.number)
                return
            case .interrupted:
                guard isInteractive, !Task.isCancelled else { return }
                requests.interrupt()
                requests.forgetInterruptions()
                await settle()
            }
        }
    }

    /// After a change of the lock file, reports each installed build that this shell does not run.
    private mutating func tellOfInstalled() async {
        guard let store = session.store, lockFile != FileIdentity(at: store.lockPath) else { return }
        lockFile = FileIdentity(at: store.lockPath)
        for module in (try? store.lock().modules) ?? [] where !store.isDisabled(module.name) {
            let isOld = await !session.runtime.has(module.name, module.entry.address)
            guard isOld, await session.runtime.module(module.name)?.source == .store else { continue }
            session.console.notice(
                "installation",
                "this shell does not run \(module.name) \(module.version); `module reload \(module.name)` runs it")
        }
    }

    /// Runs a line until it ends or waits for the user; returns `false` if the line ends the shell.
    private mutating func run(_ text: String, number: Int?) async -> Bool {
        let line: ShellLine
        do {
            line = try await parse(text)
        } catch {
            record(text)
            var failure = error
            failure.message = session.mediator.redacted(failure.message)
            report(.failure(failure), number)
            return true
        }
        guard !line.isQuit else { return false }
        if line.isRecorded { record(text) }
        await run(number) { session throws(Failure) in try await line.run(in: session) }
        return true
    }

    /// Runs the work of a line until it ends or waits for the user.
    private mutating func run(_ number: Int?, _ work: @escaping Command.Work) async {
        let request = ShellRequest(line: number, input: session.input, on: executor)
        requests.add(request)
        request.run { [session] () throws(Failure) in try await work(session) }
        await settle()
        // The next line gets another thread, because this request continues and may block its thread.
        if request.outcome == nil { executor = BlockingExecutor() }
    }

    private func record(_ line: String) {
        guard session.log.isOn else { return }
        let kept = ShellLine.kept(line, in: session)
        session.log.note(.line(kept.text, isRedacted: kept.isRedacted))
    }

    /// Waits until each line has ended or waits for the user, and reports the results of the ended lines.
    private mutating func settle() async {
        // The end of one line may resume another line.
        repeat {
            for request in requests.all { await request.settle() }
        } while requests.all.contains { !$0.isSettled }
        for request in requests.all {
            guard let outcome = request.outcome else { continue }
            let before = firstFailure
            report(outcome, request.line)
            if resumed.contains(where: { $0 === request }) { firstFailure = before }
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

    private func parse(_ line: String) async throws(Failure) -> ShellLine {
        do {
            // A byte order mark before the first line is not a part of it.
            let text = line.hasPrefix("\u{FEFF}") ? String(line.unicodeScalars.dropFirst()) : line
            return try ShellLine(text, aliases: session.configuration.aliases)
        } catch {
            guard case .unknownCommand(let word)? = error.fault else { throw error }
            let source = CompletionSource(routes: TypedRoutes(session.mediator.patterns(for: session.origin)))
            let url = source.url(beginningWith: word) ?? source.url(beginningWith: word.lowercased())
            guard let form = await session.navigator.firstForm() else {
                throw Failure.unknownCommand(word, near: url ?? error.near?.first)
            }
            // At a form, the user probably types an answer, not a mistyped command.
            let remedy = PlainText.line("type \(form.number) to fill in \"\(form.title)\"", limit: 150)
            throw Failure.unknownCommand(word, near: nil, remedy: remedy)
        }
    }
}

/// The greeting of the shell: the modules, and a first command.
extension Shell {
    /// The maximum number of modules that the greeting names; if there are more, it shows only their number.
    private static let nameLimit = 12

    private func greeting() async -> String {
        let names = await session.runtime.versions.keys.sorted()
        let modules =
            names.isEmpty
            ? "no modules" : names.count > Self.nameLimit ? "\(names.count) modules" : names.joined(separator: ", ")
        // In a checkout, the modules next to the host need web services, which `--demo` adds. Without `--demo`, the
        // greeting does not suggest a page of these modules.
        let hasServices = !session.mediator.resolvers.allSatisfy(\.webServices.isEmpty)
        let records = hasServices ? [] : await session.runtime.records
        let app = Set(records.filter { $0.source == .besideExecutable }.map(\.name))
        let example = Self.example(names.prefix(Self.nameLimit).filter { !app.contains($0) }, session.runtime)
        let advice = example.map { "Open a URL such as app:/\($0), or type" } ?? "Type"
        let remedy = await session.runtime.isEmpty ? "; \(Session.firstModule)" : ""
        return PlainText.line("Switchboard \(Contract.sdkVersion) with \(modules)\(remedy). \(advice) help.")
    }

    /// Returns the pattern of the first public page whose pattern is a literal URL.
    private static func example(_ names: some Sequence<String>, _ runtime: ModuleRuntime) -> String? {
        names.lazy.compactMap { runtime.manifest(of: $0) }.flatMap(\.routes).first {
            $0.verb == .open && $0.access == .public && $0.pattern.hasPrefix("/")
                && !$0.pattern.contains(where: ":*(".contains)
        }?.pattern
    }
}
