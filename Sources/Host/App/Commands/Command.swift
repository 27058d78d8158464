@_spi(Host) import ModuleKit

/// A command of the shell and of the command line.
protocol Command: Sendable {
    /// The usage and the purpose of the command.
    static var description: CommandDescription { get }

    /// Whether the command needs the modules; commands of one name may differ by their first word.
    var needsModules: Bool { get }

    /// Whether the modules that start with the host start before it; commands of one name may differ by their first
    /// word.
    var startsModules: Bool { get }

    /// Parses the words after the command's name.
    init(_ arguments: Arguments) throws(UsageError)

    /// Runs the command, and writes its result to the session's console.
    ///
    /// - Returns: the exit code; one other than `done` is an answer, not an error, such as a `no`.
    func run(in session: Session) async throws(Failure) -> ExitCode
}

/// The usage and the purpose of a command.
struct CommandDescription: Sendable {
    let name: String
    /// The words after the name, in the notation of the help.
    var words = ""
    let summary: String
    /// The command's own options.
    var options: [Option] = []
    /// The commands that its first word selects, for a group of commands.
    var commands: [any Command.Type] = []
    /// Whether the command needs the state that the shell keeps between commands, so that it has no meaning on a command line.
    var shellOnly = false
    /// Whether the command needs the modules; other commands do not load them.
    var needsModules = true
    /// Whether the modules that start with the host start before it. A command that describes modules, or keeps one
    /// from running, has to work if that start fails.
    var startsModules = true

    /// The commands that the help lists: the command itself, or those of its group.
    var all: [CommandDescription] {
        commands.isEmpty ? [self] : commands.map { $0.description.named(behind: name) }
    }

    /// Returns the description with another word before its name.
    private func named(behind word: String) -> CommandDescription {
        CommandDescription(
            name: "\(word) \(name)", words: words, summary: summary, options: options, needsModules: needsModules,
            startsModules: startsModules)
    }

    /// `call URL [--body JSON]`.
    var usage: String {
        // The options of a group are those of its commands.
        ([shortUsage] + (commands.isEmpty ? options : []).map { "[\($0.usage)]" }).joined(separator: " ")
    }

    /// `call URL`.
    var shortUsage: String { words.isEmpty ? name : "\(name) \(words)" }
}

extension CommandDescription {
    /// Returns the command's own option that a beginning or a mistyped form of it means, before any of the host's.
    ///
    /// - Parameter word: the first word, which names a command of a group.
    fileprivate func option(near text: String, of word: String?) -> String? {
        let command = commands.first { $0.description.name == word }?.description ?? self
        let names = command.options.map(\.name)
        return names.first { $0.hasPrefix(text) } ?? EditDistance.nearest(to: text, among: names)
    }
}

extension Command {
    var needsModules: Bool { Self.description.needsModules }

    var startsModules: Bool { Self.description.startsModules }

    static func word(of arguments: Arguments) throws(UsageError) -> String {
        guard let word = arguments.words.first else { throw missingWord(description.words) }
        try noWords(arguments.words.dropFirst())
        return word
    }

    /// Returns the number of the command, 1 by default.
    static func number(of arguments: Arguments) throws(UsageError) -> Int {
        guard !arguments.words.isEmpty else { return 1 }
        let word = try word(of: arguments)
        guard let number = Int(word), number > 0 else { throw unknownWord(word, among: []) }
        return number
    }

    static func noWords(_ arguments: Arguments) throws(UsageError) {
        try noWords(arguments.words[...])
    }

    static func missingWord(_ word: String) -> UsageError {
        .missingWord(word, command: description.name, usage: description.usage)
    }

    static func unknownWord(_ word: String, among words: [String]) -> UsageError {
        .unknownWord(
            word, near: EditDistance.nearest(to: word, among: words), command: description.name,
            usage: description.usage)
    }

    /// Returns the command of a group that the first word selects, with the words after it.
    static func choose(
        _ arguments: Arguments, refusing options: (any Command.Type) -> [Option] = { _ in [] }
    ) throws(UsageError) -> any Command {
        let commands = description.commands
        guard let name = arguments.words.first else { throw missingWord("a word") }
        guard let command = commands.first(where: { $0.description.name == name }) else {
            throw unknownWord(name, among: commands.map { $0.description.name })
        }
        let rest = try arguments.behindFirstWord(refusing: options(command))
        do {
            return try command.init(rest)
        } catch {
            // The words after the first belong to a command of the group, which its help names by both words.
            throw error.behind(description.name)
        }
    }

    private static func noWords(_ words: ArraySlice<String>) throws(UsageError) {
        guard let word = words.first else { return }
        throw .extraWord(word, command: description.name, usage: description.usage)
    }
}

/// Every command, by subject, in the order of the help.
enum CommandTable {
    /// A subject of the help, and its commands.
    typealias Subject = (title: String, commands: [any Command.Type])

    /// The subject of the commands that have a meaning in the shell only.
    static let shell = "In the shell"

    static let subjects: [Subject] = [
        ("Open and ask", [OpenCommand.self, CallCommand.self, CanOpenCommand.self, ReplayCommand.self]),
        (
            shell,
            [
                BackCommand.self, ForwardCommand.self, ShowCommand.self, RefreshCommand.self, MoreCommand.self,
                ClearCommand.self,
                StackCommand.self, HistoryCommand.self, TabCommand.self, PerformCommand.self, TraceCommand.self,
                StatsCommand.self,
                RecordCommand.self,
            ]
        ),
        ("Routes", [RoutesCommand.self, ResolveCommand.self, MatchCommand.self]),
        ("Modules", [ModulesCommand.self, ModuleCommand.self, WatchCommand.self, SDKCommand.self]),
        ("Remotes", [RemoteCommand.self]),
        ("Links from other programs", [SendCommand.self, LinkCommand.self]),
        (
            "Switchboard itself",
            [
                HelpCommand.self, VersionCommand.self, ConfigCommand.self, DoctorCommand.self, CompletionsCommand.self,
            ]
        ),
    ]

    static let all = subjects.flatMap(\.commands)

    /// Short names of commands.
    private static let aliases = [
        "b": BackCommand.description.name, "r": RefreshCommand.description.name, "?": HelpCommand.description.name,
    ]

    /// The words that have a meaning as the first one of a line; the user's aliases come before the short names.
    static let reserved = Set(all.map { $0.description.name } + HelpText.endings)

    static func find(_ name: String) -> (any Command.Type)? {
        let name = aliases[name] ?? name
        return all.first { $0.description.name == name }
    }

    /// Parses the words after a command; an option of other commands is not a mistyped one of its own.
    static func arguments(
        _ words: [String], allowed: [Option], for command: CommandDescription
    ) throws(UsageError) -> Arguments {
        do {
            return try Arguments(words, allowed: allowed)
        } catch {
            guard case .unknownOption(let option, let near) = error else { throw error }
            let others = all.flatMap { $0.description.all }.filter { $0.options.contains { $0.name == option } }
            guard !others.isEmpty else {
                throw .unknownOption(option, near: command.option(near: option, of: words.first) ?? near)
            }
            throw .foreignOption(option, of: others.map(\.name), command: command.name)
        }
    }

    /// Returns the help on a command whose words ask for it with an option; `nil` for other words.
    static func help(
        _ arguments: Arguments, for command: CommandDescription
    ) throws(UsageError) -> (any Command)? {
        guard arguments.has(HostOptions.help) else { return nil }
        let behind = command.commands.isEmpty ? [] : arguments.words.prefix(1)
        return try HelpCommand(try Arguments([command.name] + behind, allowed: []))
    }

    /// Words by which other programs name the purposes of commands.
    private static let others = Dictionary(
        uniqueKeysWithValues: ["ls", "list", "find", "search", "urls"].map { ($0, RoutesCommand.description.name) })

    /// Returns the error for an unknown command, with the nearest one, or with the one of a group that is meant.
    static func unknown(_ name: String) -> UsageError {
        let groups = all.flatMap { $0.description.all }.map(\.name).filter { $0.contains(" ") }
        func inGroup(_ word: String?) -> String? { word.flatMap { word in groups.first { $0.hasSuffix(" " + word) } } }
        let names = all.map { $0.description.name } + ["quit"]
        let near = others[name] ?? inGroup(name) ?? EditDistance.nearest(to: name, among: names)
        let words = groups.compactMap { $0.split(separator: " ").last.map(String.init) }
        return .unknownCommand(name, near: near ?? inGroup(EditDistance.nearest(to: name, among: words)))
    }
}
