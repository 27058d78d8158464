@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// The host as the user starts it: reads the arguments and the configuration, and runs the requested session.
struct Program {
    private let arguments: [String]
    private let environment: [String: String]
    private var configuration: Configuration

    init(_ arguments: [String], _ environment: [String: String]) {
        self.arguments = arguments
        self.environment = environment
        configuration = Configuration(environment: environment, reserved: CommandTable.reserved)
    }

    consuming func run() async -> ExitCode {
        let invocation: Invocation
        do {
            invocation = try checkedInvocation()
        } catch {
            // The arguments are invalid, but a caller with `--json` still expects JSON.
            let settings = configuration.arguments(environment)
            let has = { [arguments] (option: Option) in arguments.contains(option.name) || settings.has(option) }
            let console = console(
                arguments.contains(HostOptions.json.name) ? .json : .text,
                has(HostOptions.plain) ? .plain : has(HostOptions.noColour) ? .colourless : .standard)
            return console.fail(await proposingURL(error))
        }
        var console = console(invocation.options.format, invocation.options.displayMode)
        if invocation.isPaged { console.pager = Pager(environment: environment) }
        do {
            return try await SessionRun(invocation: invocation, parts: parts(invocation.options, console)).run()
        } catch {
            return console.fail(error)
        }
    }

    /// Creates the console, and reports the settings that cannot be used.
    private func console(_ format: OutputFormat, _ mode: Display.Mode) -> Console {
        var console = Console(format: format, mode: mode, environment)
        console.fitsWindow = mode != .plain
        configuration.problems.forEach { console.report($0) }
        return console
    }

    /// Parses the arguments. If settings of the file prove unusable, drops them, and parses the arguments again.
    private mutating func checkedInvocation() throws(Failure) -> Invocation {
        let first = try invocation()
        let count = configuration.problems.count
        checkSettings(first.options)
        return configuration.problems.count == count ? first : try invocation()
    }

    private func invocation() throws(Failure) -> Invocation {
        try Invocation(arguments, defaults: configuration.arguments(environment), aliases: configuration.aliases)
    }

    /// Drops the settings of the file that cannot be used here, because a setting in the file must not make a command
    /// fail.
    private mutating func checkSettings(_ options: HostOptions) {
        let given = options.given
        let parts = parts(options)
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

    private func parts(_ options: HostOptions, _ console: Console = Console(format: .text)) -> SessionParts {
        SessionParts(options: options, configuration: configuration, environment: environment, console: console)
    }
}

/// Completion of an unfinished command line, and advice for an unknown command.
extension Program {
    /// Prints the candidates for the last argument of an unfinished command line.
    func completeWords() async -> ExitCode {
        let completion = completion(arguments.dropFirst())
        Console(format: .text).show(completion.lines(in: await CompletionSource(scanned: catalogue(of: completion))))
        return .done
    }

    private func completion(_ words: ArraySlice<String>) -> Completion {
        Completion(words.last ?? "", after: Array(words.dropLast()), isInShell: false, aliases: configuration.aliases)
    }

    /// Returns the modules that an earlier start with the same options scanned.
    private func catalogue(of completion: Completion) -> ModuleCatalogue? {
        completion.options.flatMap { parts($0).source.scannedBefore() }
    }

    /// Adds a suggestion to the failure for an unknown command: the URL that begins with the unknown word, if a module
    /// that an earlier start scanned has such a URL. Returns any other failure unchanged.
    private func proposingURL(_ error: Failure) async -> Failure {
        guard case .unknownCommand(let word)? = error.fault, let catalogue = catalogue(of: completion(arguments[...])),
            let url = await CompletionSource(scanned: catalogue).url(beginningWith: word)
        else { return error }
        return .unknownCommand(word, near: url)
    }
}
