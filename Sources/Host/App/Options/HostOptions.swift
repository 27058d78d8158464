import ModuleKit
import PluginRuntime

/// The options of the host, which every command accepts.
struct HostOptions: Sendable {
    static let modules = Option("--modules", value: "DIR", "load the modules in DIR first (repeatable)")
    static let demo = Option("--demo", "also load the demonstration app, with built-in web services")
    static let only = Option("--only", value: "NAME", "run only this module, without its requirements")
    static let without = Option("--without", value: "NAME", "leave this module out (repeatable)")
    static let safe = Option("--safe", "start without plugins: run only the modules next to the executable")
    static let set = Option(
        "--set", value: "MODULE.KEY=VALUE", "set a module's setting (repeatable; SWITCHBOARD_MODULE__KEY=VALUE)")
    static let stub = Option(
        "--stub", value: "FILE", "answer other modules' URLs from this JSON (with --only or module check)")
    static let origin = Option("--origin", value: "shell|external", "the caller; external is a link from outside")
    static let remote = Option(
        "--remote", value: "ADDRESS|FILE", "ask this for URLs that no module answers (repeatable)")
    static let noRemote = Option("--no-remote", "disable remote look-up")
    static let service = Option(
        "--service", value: "NAME=URL|FOLDER", "the address of a web service that modules call (repeatable)")
    static let offline = Option("--offline", "do not ask services; use their cached answers")
    static let slowServices = Option("--slow-services", value: "MS", "web services answer so many milliseconds later")
    static let allowInsecure = Option("--allow-insecure", "also ask services over plain http")
    static let allowInstall = Option("--allow-install", "install the modules that remotes offer, and start them")
    static let ownHost = Option(
        "--own-host", value: "HOST", "https://HOST/rent/42 means /rent/42 (repeatable; SWITCHBOARD_OWN_HOST=HOST,HOST)"
    )
    static let fleet = Option(
        "--fleet", value: "URL", "take part in the fleet of this NATS server: nats://HOST:4222 or tls://… (repeatable)")
    static let fleetCredentials = Option("--fleet-credentials", value: "FILE", "the NATS credentials of this host")
    static let app = Option("--app", value: "NAME", "the fleet's name, if fleets share a server (default: switchboard)")
    static let hostName = Option("--host-name", value: "NAME", "this host's name in the fleet (default: the machine's)")
    static let json = Option("--json", "one JSON object a line")
    static let plain = Option("--plain", "no colours, and each row and paragraph on one line, for other programs")
    static let noColour = Option("--no-color", "no colours, as with NO_COLOR in the environment")
    static let noInput = Option("--no-input", "never prompt")
    static let yes = Option("--yes", "do not ask before leaving a page, such as an unsent form")
    static let restore = Option("--restore", "reopen the last saved pages, and save this session's pages")
    static let browser = Option("--browser", "open web pages with $BROWSER")
    static let deadline = Option("--deadline", value: "SECONDS", "how long a request may take (10)")
    static let traceFile = Option("--trace-file", value: "FILE", "append the stages of each request, as JSON lines")
    // The levels are written out: no other part of a start uses `joined`, whose types take 240,000 instructions.
    static let logLevel = Option(
        "--log-level", value: "debug|info|notice|warning|error", "log from this level on (notice)")
    static let logFile = Option("--log-file", value: "FILE", "append the log to FILE instead of standard error")
    static let command = Option("-c", value: "COMMAND", "run the command, then end (repeatable; in order)")
    static let file = Option("-f", value: "FILE", "run the commands in FILE and end; - is standard input")
    static let bail = Option("--bail", "end a script at its first failure")
    static let help = Option("--help", "show the usage of a command")
    static let version = Option("--version", "print the versions")

    /// The options in the order of the help.
    static let all = [
        modules, demo, only, without, safe, set, stub, origin, remote, noRemote, service, offline, slowServices,
        allowInsecure, allowInstall, ownHost, fleet, fleetCredentials, app, hostName, json, plain, noColour, noInput,
        yes, restore,
        browser, deadline, traceFile, logLevel,
        logFile, command, file, bail, help, version,
    ]

    /// The options of the command line, without the configuration file.
    let given: Arguments
    private let arguments: Arguments
    let moduleFolders: [String]
    let origin: Origin
    let deadline: Duration
    let serviceDelay: Duration
    private let ownHosts: Set<String>
    private let logLevel: LogLevel?

    init(_ given: Arguments, defaults: Arguments = Arguments(options: [:])) throws(Failure) {
        self.given = given
        arguments = given.over(defaults)
        moduleFolders = arguments.values(Self.modules) + (arguments.has(Self.demo) ? try DemoFolder.folders() : [])
        origin = try Self.origin(arguments.values(Self.origin).last)
        deadline = try Self.deadline(arguments.values(Self.deadline).last)
        serviceDelay = .milliseconds(try arguments.number(Self.slowServices) ?? 0)
        ownHosts = try Self.hosts(given.values(Self.ownHost) + defaults.values(Self.ownHost), of: Self.ownHost.name)
        logLevel = try Self.level(arguments.values(Self.logLevel).last, of: Self.logLevel.name)
        try checkFleet()
        if !usesRemotes, !remotes.isEmpty { throw .twoSources(Self.remote.name, Self.noRemote.name) }
        let alone = arguments.values(Self.only)
        if alone.count > 1 { throw .twoSources("\(Self.only.name) \(alone[0])", "\(Self.only.name) \(alone[1])") }
        if allowsInstallation, onlyModule != nil { throw .twoSources(Self.allowInstall.name, Self.only.name) }
        if script != nil, !commands.isEmpty { throw .twoSources(Self.command.name, Self.file.name) }
    }

    /// The only module to run; `nil` for all modules.
    var onlyModule: String? { arguments.values(Self.only).last }
    /// The modules that do not run, as if the user had disabled them.
    var excludedModules: [String] { arguments.values(Self.without) }
    /// Whether only the modules next to the executable run.
    var isSafe: Bool { arguments.has(Self.safe) }
    /// The file with answers for the URLs of other modules.
    var stubFile: String? { arguments.values(Self.stub).last }
    var remotes: [String] { (given.has(Self.noRemote) ? given : arguments).values(Self.remote) }
    /// The addresses of the fleet's servers.
    var fleet: [String] { arguments.values(Self.fleet) }
    var fleetCredentials: String? { arguments.values(Self.fleetCredentials).last }
    var app: String { arguments.values(Self.app).last ?? "switchboard" }
    var hostName: String? { arguments.values(Self.hostName).last }
    /// The values for settings of modules, each as `MODULE.KEY=VALUE`.
    var settings: [String] { arguments.values(Self.set) }
    var usesRemotes: Bool { !arguments.has(Self.noRemote) }
    var services: [String] { arguments.values(Self.service) }
    var demoAnswers: String? { arguments.has(Self.demo) ? DemoFolder.answers() : nil }
    var isOffline: Bool { arguments.has(Self.offline) }
    var allowsInsecure: Bool { arguments.has(Self.allowInsecure) }
    var allowsInstallation: Bool { arguments.has(Self.allowInstall) }
    var format: OutputFormat { arguments.has(Self.json) ? .json : .text }
    var displayMode: Display.Mode {
        arguments.has(Self.plain) ? .plain : arguments.has(Self.noColour) ? .colourless : .standard
    }
    var allowsInput: Bool { !arguments.has(Self.noInput) }
    var leavesUnasked: Bool { arguments.has(Self.yes) }
    var restores: Bool { arguments.has(Self.restore) }
    var usesBrowser: Bool { arguments.has(Self.browser) }
    var traceFile: String? { arguments.values(Self.traceFile).last }
    var script: String? { arguments.values(Self.file).last }
    var commands: [String] { arguments.values(Self.command) }
    var bails: Bool { arguments.has(Self.bail) }

    /// The given options that a host needs to run the same app.
    var variantWords: [String] {
        let others = [
            Self.json, Self.plain, Self.restore, Self.traceFile, Self.logFile, Self.command, Self.file, Self.bail,
        ]
        return given.typed(Self.all.filter { !others.contains($0) })
    }

    private func checkFleet() throws(Failure) {
        let schemes = ["nats://", "tls://"]
        for address in fleet where !schemes.contains(where: { address.hasPrefix($0) && address != $0 }) {
            throw .invalidValue(
                option: Self.fleet.name, found: address, expected: "nats://HOST:4222 or tls://HOST:4222")
        }
        guard FleetMember.isName(app) else {
            throw .invalidValue(option: Self.app.name, found: app, expected: "letters, digits, - and _")
        }
    }

    /// The environment variable with the path of a file of web services.
    static let serviceVariable = "SWITCHBOARD_SERVICES"
    static let logLevelVariable = "SWITCHBOARD_LOG_LEVEL"
    static let logFileVariable = "SWITCHBOARD_LOG_FILE"
    /// The environment variable with more web hosts of the app, separated by commas.
    static let ownHostVariable = "SWITCHBOARD_OWN_HOST"

    /// Returns the web hosts of the app, from the options and the environment.
    func ownHosts(_ environment: [String: String]) throws(Failure) -> Set<String> {
        let others = (environment[Self.ownHostVariable] ?? "").split { $0 == "," || $0 == " " }.map(String.init)
        return ownHosts.union(try Self.hosts(others, of: Self.ownHostVariable))
    }

    /// Parses host names (RFC 1123, section 2.1), without regard to case.
    private static func hosts(_ texts: [String], of option: String) throws(Failure) -> Set<String> {
        if let other = texts.first(where: { !isHost($0) }) {
            throw .invalidValue(
                option: option, found: other,
                expected: "a host such as m.example.com, in ASCII (xn--…) and without scheme, port and path")
        }
        return Set(texts.map { $0.lowercased() })
    }

    private static func isHost(_ text: String) -> Bool {
        let part = #/[A-Za-z0-9]([A-Za-z0-9\-]{0,61}[A-Za-z0-9])?/#
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.count <= 253 && text.allSatisfy(\.isASCII) && parts.allSatisfy { $0.wholeMatch(of: part) != nil }
    }

    /// Returns the level and the file of the log; options override `SWITCHBOARD_LOG_LEVEL` and `SWITCHBOARD_LOG_FILE`.
    func log(_ environment: [String: String]) throws(Failure) -> (level: LogLevel, file: String?) {
        let (levelName, fileName) = (Self.logLevelVariable, Self.logFileVariable)
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let usual = try Self.level(value(levelName), of: levelName) ?? LogOutput.defaultLevel
        return (logLevel ?? usual, arguments.values(Self.logFile).last ?? value(fileName))
    }

    private static func level(_ text: String?, of option: String) throws(Failure) -> LogLevel? {
        guard let text else { return nil }
        guard let level = LogLevel(rawValue: text) else {
            let levels = LogLevel.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidValue(option: option, found: text, expected: "one of \(levels)")
        }
        return level
    }

    private static func origin(_ text: String?) throws(Failure) -> Origin {
        switch text {
        case nil, "shell": return .shell
        case "external": return .external
        case let other?: throw .invalidValue(option: origin.name, found: other, expected: "shell or external")
        }
    }

    /// The longest deadline, in seconds: a day.
    static let longestDeadline = 86_400.0

    /// Parses a whole or decimal number of seconds, up to a day.
    private static func deadline(_ text: String?) throws(Failure) -> Duration {
        guard let text else { return RequestOptions.defaultDeadline }
        guard let seconds = Double(text), seconds > 0, seconds <= longestDeadline else {
            throw .invalidValue(option: deadline.name, found: text, expected: "seconds, more than 0 and up to 86400")
        }
        return .seconds(seconds)
    }
}
