import Glibc
@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// One run of the host, from its arguments to its exit code: the composition root, which connects the parts.
struct Program {
    let arguments: [String]
    let environment: [String: String]
    /// The plugins that a process read before it scans or checks them.
    let plugins: [ReadPlugin]

    /// Runs a command, a script or the shell.
    func run() async -> ExitCode {
        if arguments.first == PluginScan.word { endScan(PluginScan.perform(on: plugins)) }
        if let plugin = plugins.first, let check = CheckChild.steps(of: arguments[0]) {
            guard let others = try? CheckedOthers.read(arguments.dropFirst(2)) else { return .usage }
            return await CheckChild.run(check.steps, within: check.seconds, plugin, others: others) ? .done : .failed
        }
        if arguments.first == IsolatedChild.word {
            await IsolatedChild.run(storage: SessionParts.storage(environment) { StandardOutput.report($0) })
        }
        if arguments.first == SessionJournal.crashWord { return describeCrash() }
        var configuration = Configuration(environment: environment, reserved: CommandTable.reserved)
        if arguments.first == CompletionScript.hiddenWord { return await complete(configuration) }
        let invocation: Invocation
        do {
            let first = try self.invocation(configuration)
            let count = configuration.problems.count
            check(&configuration, first.options)
            invocation = configuration.problems.count == count ? first : try self.invocation(configuration)
        } catch {
            // The arguments are invalid, but a caller with `--json` reads JSON.
            let settings = configuration.arguments(environment)
            let has = { (option: Option) in arguments.contains(option.name) || settings.has(option) }
            let isPlain = has(HostOptions.plain)
            var console = Console(
                format: arguments.contains(HostOptions.json.name) ? .json : .text,
                mode: isPlain || has(HostOptions.noColour) ? .plain : .standard, environment)
            console.fitsWindow = !isPlain
            configuration.problems.forEach { console.report($0) }
            return console.fail(Failure(await proposingURL(error, configuration)))
        }
        var console = Console(format: invocation.options.format, mode: invocation.options.displayMode, environment)
        console.fitsWindow = invocation.options.displayMode != .plain
        if invocation.isPaged { console.pager = Pager(environment: environment) }
        configuration.problems.forEach { console.report($0) }
        do {
            return try await run(invocation, configuration, console: console)
        } catch {
            return console.fail(error)
        }
    }

    /// Describes the crash of the process that started this one in its journal.
    private func describeCrash() -> ExitCode {
        guard let file = arguments.dropFirst().first, let text = SessionJournal.crash(in: file) else { return .failed }
        let console = Console(format: arguments.contains(HostOptions.json.name) ? .json : .text)
        // The cursor may be behind a prompt or a line that is being typed.
        let start = isatty(STDERR_FILENO) == 1 ? "\n" : ""
        CrashNote.leave(start + console.line(Failure(code: "crash", message: text, exitCode: .done)), in: file)
        return .done
    }

    /// Writes the candidates for the last argument of a command line that is being typed.
    private func complete(_ configuration: Configuration) async -> ExitCode {
        let completion = completion(arguments.dropFirst(), configuration)
        let console = Console(format: .text)
        let catalogue = completion.options.flatMap { parts($0, configuration, console).source.scannedBefore() }
        console.show(completion.lines(in: await CompletionSource(scanned: catalogue)))
        return .done
    }

    private func completion(_ words: ArraySlice<String>, _ configuration: Configuration) -> Completion {
        Completion(
            words.last ?? "", behind: Array(words.dropLast()), isInShell: false, aliases: configuration.aliases)
    }

    /// Adds the URL that begins with a word that is no command, as the shell does, if an earlier start has scanned its
    /// module.
    private func proposingURL(_ error: UsageError, _ configuration: Configuration) async -> UsageError {
        guard case .unknownCommand(let word, _) = error,
            let options = completion(arguments[...], configuration).options,
            let catalogue = parts(options, configuration, Console(format: .text)).source.scannedBefore(),
            let url = await CompletionSource(scanned: catalogue).url(beginningWith: word)
        else { return error }
        return .unknownCommand(word, near: url)
    }

    private func parts(_ options: HostOptions, _ configuration: Configuration, _ console: Console) -> SessionParts {
        SessionParts(options: options, configuration: configuration, environment: environment, console: console)
    }

    private func invocation(_ configuration: Configuration) throws(UsageError) -> Invocation {
        try Invocation(arguments, defaults: configuration.arguments(environment), aliases: configuration.aliases)
    }

    /// Leaves out the settings of the file that cannot be used here, so that no command fails for them.
    private func check(_ configuration: inout Configuration, _ options: HostOptions) {
        let given = options.given
        let parts = self.parts(options, configuration, Console(format: .text))
        let services = configuration.services
        configuration.check("services") { _ = try WebServices(configured: services) }
        if !given.has(HostOptions.remote), options.usesRemotes {
            configuration.check("remotes") {
                _ = try LookupConfiguration(remotes: options.remotes, allowsInsecure: options.allowsInsecure)
                    .resolvers()
            }
        }
        if !given.has(HostOptions.logFile) {
            configuration.check("log_file") { _ = try parts.logOutput() }
        }
        if !given.has(HostOptions.browser) { configuration.check("browser") { _ = try parts.browser() } }
    }

    /// Ends the process of a scan, without the exit handlers that the plugins have registered.
    private func endScan(_ isWhole: Bool) -> Never { _exit((isWhole ? ExitCode.done : .failed).rawValue) }

    private func run(
        _ invocation: Invocation, _ configuration: Configuration, console: Console
    ) async throws(Failure) -> ExitCode {
        let options = invocation.options
        if let send = invocation.command, send.belongs(to: .send),
            let exitCode = try SentLink(url: send.arguments.words[0], isAlone: send.arguments.has(Command.alone))
                .deliver(
                    environment, options, console)
        {
            return exitCode
        }
        let parts = self.parts(options, configuration, console)
        let source = parts.source
        let journal = isTrial ? nil : source.cache.flatMap(SessionJournal.init)
        let interruption = interruption(invocation, journal, console)
        if options.displayMode != .plain, ProgressLine.begin(console, environment: environment) {
            interruption?.beforeLeaving { console.rows.leaveProgress() }
        }
        let lookup = try parts.lookup()
        var session = try parts.session(for: invocation, source, lookup, journal)
        defer { source.hold.end() }
        if invocation.needsModules {
            try await load(source, into: session, invocation)
            let isService = invocation.command?.belongs(to: .serve) == true
            let library = FleetLibrary(
                options: options, environment: environment, console: console,
                isNeeded: isService || invocation.command?.belongs(to: .fleet) == true, waits: isService)
            session.fleet = try await library.member(of: session.runtime)
        }
        if options.allowsInstallation { try allowInstallation(in: session, lookup: lookup) }
        if options.restores, invocation.startsModules {
            let restoration = Restoration(
                mediator: session.mediator, navigator: session.navigator, console: console, options: session.options,
                origin: session.origin)
            session.resumed = await restoration.begin(environment, isShown: invocation.hasLines, interruption)
        }
        let links = invocation.isInteractive ? LinkListener(session) : nil
        interruption?.beforeLeaving { links?.end() }
        let result = await work(invocation, in: session, interruption)
        links?.end()
        // Plugins that are written from now on are not loaded.
        session.watches.end()
        // A page does not follow the end of the modules.
        await session.navigator.leave()
        let signal = interruption?.signal
        if signal != nil, case .failure(let failure) = result { console.report(failure) }
        await session.runtime.stopAll()
        journal?.close()
        source.hold.end()
        if let signal, signal != SIGINT { ProcessEnd.leave(by: signal) }
        return signal == nil ? try result.get() : .interrupted
    }

    /// Whether no module is blamed for a crash, as for scripts that leave out one module after the other.
    private var isTrial: Bool { environment["SWITCHBOARD_TRIAL"] != nil }

    /// Handles the signals of the process, as far as the invocation has modules or a terminal.
    private func interruption(
        _ invocation: Invocation, _ journal: SessionJournal?, _ console: Console
    ) -> Interruption? {
        let interruption = invocation.isInterruptible ? Interruption(console: console) : nil
        interruption?.beforeLeaving { journal?.close() }
        if invocation.needsModules { ProcessEnd.watch(reportingTo: console, journal) }
        if invocation.isInteractive { TerminalMode.listen() }
        return interruption
    }

    /// Registers the modules that are found, and starts those that start with the host.
    private func load(
        _ source: CatalogueSource, into session: Session, _ invocation: Invocation
    ) async throws(Failure) {
        let options = invocation.options
        beginReport(source, session.console, isSafe: options.isSafe)
        session.runtime.watchThreads(limit: options.deadline) { [requests = session.requests] activity in
            requests.leave(since: options.deadline, because: activity)
        }
        let catalogue = try Failure.describing(source.catalogue(), code: "unreadableHost")
        for line in SetAside.takeLines() { session.console.notice("setAside", line) }
        try register(stubs: options.stubFile, beside: catalogue, options.onlyModule, with: session.mediator)
        // Another host of a fleet, or a start that is not safe, may have more modules.
        let isWhole = options.fleet.isEmpty && !options.isSafe
        for (source, text) in catalogue.faults(of: session.runtime.settings, isWhole: isWhole) {
            if source == HostOptions.set.name { throw Failure(code: "usage", message: text, exitCode: .usage) }
            session.console.notice("configuration", text)
        }
        try await begin(session.runtime, with: catalogue, invocation)
        await describe(session.runtime, session.console, hasRemotes: !options.remotes.isEmpty)
        await report(source.search, session.runtime, invocation, session.console)
    }

    /// Reports what this start leaves out, and the crashes of earlier sessions.
    private func beginReport(_ source: CatalogueSource, _ console: Console, isSafe: Bool) {
        let safe = "a safe start: only the modules beside the executable run; leave out --safe for the plugins"
        if isSafe { console.notice("safe", safe) }
        source.clearFolders()
        for text in isTrial ? [] : source.takeCrashes() { console.notice("crash", text) }
    }

    private func begin(
        _ runtime: ModuleRuntime, with catalogue: ModuleCatalogue, _ invocation: Invocation
    ) async throws(Failure) {
        await runtime.begin(catalogue, startsSome: invocation.startsModules)
        if let name = invocation.options.onlyModule, await runtime.records.isEmpty {
            throw noModule(name, found: await runtime.names)
        }
        let names = await runtime.names
        if let name = invocation.options.excludedModules.first(where: { !names.contains($0) }) {
            throw noModule(name, found: names)
        }
    }

    /// Describes this host to remotes, and installs their rules.
    private func describe(_ runtime: ModuleRuntime, _ console: Console, hasRemotes: Bool) async {
        let host = HostDescription(
            version: "\(Contract.sdkVersion)", modules: await runtime.versions,
            locale: UserEnvironment.language(environment))
        runtime.mediator.describe(host)
        // A look at each resolver's type would take a twentieth of a start.
        guard hasRemotes else { return }
        await RemoteRules(mediator: runtime.mediator, host: host) { console.notice("remote", $0) }.install()
    }

    /// Reports the requested modules that do not run.
    private func report(
        _ search: ModuleSearch, _ runtime: ModuleRuntime, _ invocation: Invocation, _ console: Console
    ) async {
        for text in search.emptyFolders { console.notice("emptyFolder", text) }
        // The list of modules, and a command that asks for a reason, print it themselves.
        let records = invocation.tellsReasons ? [] : await runtime.records
        // The order of the search, or the user, left some out, without a fault of their own.
        for record in records where ![.shadowed, .requiresDisabled].contains(record.problem?.code) {
            console.report(record)
        }
    }

    private func register(
        stubs file: String?, beside catalogue: ModuleCatalogue, _ module: String?, with mediator: Switchboard
    ) throws(Failure) {
        guard let file else { return }
        guard let module else { throw Failure(.missingOption(HostOptions.stub.name, needs: HostOptions.only.usage)) }
        let stubs = try StubFile(path: file, for: module)
        if let manifest = catalogue.manifest(of: module) {
            try stubs.check(beside: module, declaring: manifest, mediator)
        }
        do {
            try mediator.register(stubs.routes, owner: StubFile.owner)
        } catch {
            throw StubFile.failure("\(error)")
        }
    }

    private func noModule(_ name: String, found: Set<String>) -> Failure {
        let names = found.sorted().joined(separator: ", ")
        let others = found.isEmpty ? "and no other; name" : "only \(names); name one of them, or"
        return Failure(
            code: "noModule", message: "no module \(name) was found, \(others) its folder with --modules DIR",
            exitCode: .failed)
    }

    /// Allows the installation of modules that remotes offer, if the user allows it and there is a store.
    private func allowInstallation(in session: Session, lookup: LookupConfiguration) throws(Failure) {
        let modules = RuntimeModules(runtime: session.runtime, source: session.source)
        session.mediator.allowInstallation(
            by: OfferedModules(try session.installation(), into: modules, lookup: lookup))
    }
}

/// The work of a run: one command, or a shell.
extension Program {
    /// Works to the end, or until Ctrl-C ends the work; an interactive shell goes on then.
    ///
    /// - Parameter interruption: the receiver of Ctrl-C; `nil` if that ends the process.
    private func work(
        _ invocation: Invocation, in session: Session, _ interruption: Interruption?
    ) async -> Result<ExitCode, Failure> {
        do throws(Failure) {
            var session = session
            session.input = ShellInput(
                try invocation.source(session, environment), console: session.console, log: session.log,
                whyUnattended: invocation.whyUnattended)
            if let command = invocation.command {
                let seconds = command.belongs(to: .serve) ? Int(session.options.deadline / .seconds(1)) + 1 : nil
                return await cancelling(session, interruption, within: seconds) { [session] () throws(Failure) in
                    try await command.run(session)
                }
            }
            let shell = Shell(session: session, bails: invocation.options.bails, resuming: session.resumed)
            return await cancelling(session, interruption, orTelling: shell.isInteractive ? shell.interrupt : nil) {
                var shell = shell
                return await shell.run()
            }
        } catch {
            return .failure(error)
        }
    }

    private func cancelling(
        _ session: Session, _ interruption: Interruption?, within seconds: Int? = nil,
        orTelling interrupt: (@Sendable () -> Bool)? = nil,
        _ body: @escaping @Sendable () async throws(Failure) -> ExitCode
    ) async -> Result<ExitCode, Failure> {
        let result: @Sendable () async -> Result<ExitCode, Failure> = {
            do throws(Failure) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        guard let interruption else { return await result() }
        if let ended = await interruption.cancelling(within: seconds, orTelling: interrupt, result) { return ended }
        let code = session.runtime.runningCode
        let subject = code.isEmpty ? "the command" : code.joined(separator: "; ")
        return .failure(
            Failure(
                code: "interrupted",
                message: "\(subject) did not end after Ctrl-C and was abandoned; tell the author of the module",
                exitCode: .interrupted))
    }
}
