import Glibc
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// One session of the host, from its setup to its teardown.
struct SessionRun {
    let invocation: Invocation
    let parts: SessionParts

    func run() async throws(Failure) -> ExitCode {
        if let exitCode = try sendLink() { return exitCode }
        let interruption = invocation.isInterruptible ? Interruption(console: parts.console) : nil
        var teardown = Teardown(interruption: interruption)
        var isSetUp = false
        let result = await Result { () async throws(Failure) in
            let session = try await setUp(&teardown, interruption)
            isSetUp = true
            return try await work(in: session, interruption)
        }
        let signal = interruption?.signal
        var exitCode: ExitCode?
        // The process may have to end before the modules have stopped, so the failure is reported first.
        await teardown.run {
            guard signal != nil || !isSetUp, case .failure(let failure) = result else { return }
            exitCode = parts.console.fail(failure)
        }
        if let signal, signal != SIGINT { ProcessEnd.leave(by: signal) }
        if signal != nil { return .interrupted }
        return if let exitCode { exitCode } else { try result.get() }
    }

    /// Sends a link to a running shell. Returns `nil` if the command is not `send`, or if this process has to open the
    /// link.
    private func sendLink() throws(Failure) -> ExitCode? {
        guard let command = invocation.command, command.belongs(to: .send) else { return nil }
        return try SentLink(url: command.arguments.words[0], isAlone: command.arguments.has(Command.alone))
            .deliver(parts.environment, parts.options, parts.console)
    }

    /// Sets the session up. Each part adds its teardown step.
    private func setUp(_ teardown: inout Teardown, _ interruption: Interruption?) async throws(Failure) -> Session {
        let source = parts.source
        teardown.add { source.hold.end() }
        let journal = parts.isTrial ? nil : source.cache.flatMap(SessionJournal.init)
        teardown.addUrgent { journal?.close() }
        watchProcess(journal, interruption)
        let lookup = try parts.lookup()
        var session = try parts.session(for: invocation, source, lookup, journal)
        teardown.add { [runtime = session.runtime] in await runtime.stopAll() }
        teardown.reportBeforeNow()
        // Leaves the pages before the modules end, because an open page would react to the end of its module.
        teardown.add { [navigator = session.navigator] in await navigator.leave() }
        // Stops the watches before the modules, because a watch could load a plugin during the teardown.
        teardown.add { [watches = session.watches] in watches.end() }
        if invocation.needsModules {
            try await load(into: session)
            session.fleet = try await fleet(of: session.runtime)
        }
        if parts.options.allowsInstallation { try allowInstallation(in: session, lookup) }
        if parts.options.restores, invocation.startsModules {
            let restoration = Restoration(
                mediator: session.mediator, navigator: session.navigator, console: session.console,
                options: session.options, origin: session.origin)
            session.resumed = await restoration.begin(session.environment, isShown: invocation.hasLines, interruption)
        }
        if invocation.isInteractive, let links = LinkListener(session) { teardown.addUrgent { links.end() } }
        return session
    }

    /// Watches for module code that ends the process, if modules are loaded. Begins to use the terminal, if any.
    private func watchProcess(_ journal: SessionJournal?, _ interruption: Interruption?) {
        let console = parts.console
        if invocation.needsModules { ProcessEnd.watch(reportingTo: console, journal) }
        if invocation.isInteractive { TerminalMode.listen() }
        if parts.options.displayMode != .plain, ProgressLine.begin(console, environment: parts.environment) {
            interruption?.beforeLeaving { console.rows.leaveProgress() }
        }
    }

    private func fleet(of runtime: ModuleRuntime) async throws(Failure) -> FleetMember? {
        let isService = invocation.command?.belongs(to: .serve) == true
        let library = FleetLibrary(
            options: parts.options, environment: parts.environment, console: parts.console,
            isNeeded: isService || invocation.command?.belongs(to: .fleet) == true, waits: isService)
        return try await library.member(of: runtime)
    }

    /// Allows the installation of modules that remotes offer, if there is a store.
    private func allowInstallation(in session: Session, _ lookup: LookupConfiguration) throws(Failure) {
        let modules = RuntimeModules(runtime: session.runtime, source: session.source)
        session.mediator.allowInstallation(
            by: OfferedModules(try session.installation(), into: modules, lookup: lookup))
    }

    /// Runs the command or the shell until it ends or Ctrl-C cancels it; an interactive shell continues after Ctrl-C.
    private func work(in session: Session, _ interruption: Interruption?) async throws(Failure) -> ExitCode {
        var session = session
        session.input = ShellInput(
            try invocation.source(session, parts.environment), console: session.console, log: session.log,
            whyUnattended: invocation.whyUnattended)
        if let command = invocation.command {
            let seconds = command.belongs(to: .serve) ? Int(session.options.deadline / .seconds(1)) + 1 : nil
            return try await cancelling(session, interruption, within: seconds) { [session] () throws(Failure) in
                try await command.run(session)
            }
        }
        let shell = Shell(session: session, bails: parts.options.bails, resuming: session.resumed)
        return try await cancelling(session, interruption, orTelling: shell.isInteractive ? shell.interrupt : nil) {
            var shell = shell
            return await shell.run()
        }
    }

    private func cancelling(
        _ session: Session, _ interruption: Interruption?, within seconds: Int? = nil,
        orTelling interrupt: (@Sendable () -> Bool)? = nil,
        _ body: @escaping @Sendable () async throws(Failure) -> ExitCode
    ) async throws(Failure) -> ExitCode {
        guard let interruption else { return try await body() }
        let ended = await interruption.cancelling(within: seconds, orTelling: interrupt) { await Result(body) }
        if let ended { return try ended.get() }
        let code = session.runtime.runningCode
        let subject = code.isEmpty ? "the command" : code.joined(separator: "; ")
        throw Failure(
            "interrupted", "\(subject) did not end after Ctrl-C and was abandoned; tell the author of the module",
            .interrupted)
    }
}

/// The teardown steps of a session, run in reverse order.
private struct Teardown {
    let interruption: Interruption?
    private var steps: [@Sendable () async -> Void] = []
    /// The number of steps that run after the report of a failure.
    private var countAfterReport = 0

    init(interruption: Interruption?) { self.interruption = interruption }

    mutating func add(_ step: @escaping @Sendable () async -> Void) { steps.append(step) }

    /// Adds a step that also runs if a signal ends the process immediately; the step must not wait.
    mutating func addUrgent(_ step: @escaping @Sendable () -> Void) {
        interruption?.beforeLeaving(step)
        add(step)
    }

    /// Makes `run` report a failure after the steps that are added later and before the steps that were added so far.
    /// `run` goes in reverse order; the later steps free the terminal for the report.
    mutating func reportBeforeNow() { countAfterReport = steps.count }

    mutating func run(_ report: () -> Void) async {
        while steps.count > countAfterReport { await steps.removeLast()() }
        report()
        while let step = steps.popLast() { await step() }
    }
}
