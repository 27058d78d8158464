@_spi(Host) import ModuleKit

/// One command of the shell, which is also one of the command line.
protocol Command: Sendable {
    /// How it is written and what it does.
    static var description: CommandDescription { get }

    /// Whether it needs the modules; those of one name may differ by their first word.
    var needsModules: Bool { get }

    /// Whether modules start before it that start with the host; those of one name may differ by their first word.
    var startsModules: Bool { get }

    /// Takes the words behind the command's name.
    init(_ arguments: Arguments) throws(UsageError)

    /// Does it, writing the result to the session's console.
    ///
    /// - Returns: the exit code; one other than `done` is an answer, not an error, such as a `no`.
    func run(in session: Session) async throws(Failure) -> ExitCode
}

/// How a command is written and what it does.
struct CommandDescription: Sendable {
    let name: String
    /// The words behind the name, as the help shows them.
    var words = ""
    let summary: String
    /// The command's own options.
    var options: [Option] = []
    /// The commands that its first word chooses from, for one that does several things.
    var commands: [any Command.Type] = []
    /// Whether it needs what the shell keeps between commands, so that it means nothing on a command line of its own.
    var shellOnly = false
    /// Whether it needs the modules; they are not loaded for a command that does not.
    var needsModules = true
    /// Whether modules start before it that start with the host: one that tells of modules, or keeps one from running, is for
    /// a host that does not come that far.
    var startsModules = true

    /// The commands that the help shows in its place: itself, or those that its first word chooses from.
    var all: [CommandDescription] {
        commands.isEmpty ? [self] : commands.map { $0.description.named(behind: name) }
    }

    /// The same as a word behind another.
    private func named(behind word: String) -> CommandDescription {
        CommandDescription(
            name: "\(word) \(name)", words: words, summary: summary, options: options, needsModules: needsModules,
            startsModules: startsModules)
    }

    /// `call URL [--body JSON]`.
    var usage: String {
        ([name] + (words.isEmpty ? [] : [words]) + options.map { "[\($0.usage)]" }).joined(separator: " ")
    }
}

extension Command {
    var needsModules: Bool { Self.description.needsModules }

    var startsModules: Bool { Self.description.startsModules }

    /// The one word that the command takes.
    static func word(of arguments: Arguments) throws(UsageError) -> String {
        guard let word = arguments.words.first else { throw missingWord(description.words) }
        try noWords(arguments.words.dropFirst())
        return word
    }

    /// The number that the command takes, 1 where none is given.
    static func number(of arguments: Arguments) throws(UsageError) -> Int {
        guard !arguments.words.isEmpty else { return 1 }
        let word = try word(of: arguments)
        guard let number = Int(word), number > 0 else { throw unknownWord(word, among: []) }
        return number
    }

    /// Makes sure that the command was given no words.
    static func noWords(_ arguments: Arguments) throws(UsageError) {
        try noWords(arguments.words[...])
    }

    /// The error for a word that is not there.
    static func missingWord(_ word: String) -> UsageError {
        .missingWord(word, command: description.name, usage: description.usage)
    }

    /// The error for a word that is none of some.
    static func unknownWord(_ word: String, among words: [String]) -> UsageError {
        .unknownWord(
            word, near: EditDistance.nearest(to: word, among: words), command: description.name,
            usage: description.usage)
    }

    /// The one of several commands that the first word chooses, with the words behind it.
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
            // The words behind the first are a command's of their own, which its help knows by both.
            throw error.behind(description.name)
        }
    }

    private static func noWords(_ words: ArraySlice<String>) throws(UsageError) {
        guard let word = words.first else { return }
        throw .extraWord(word, command: description.name, usage: description.usage)
    }
}

/// Every command, in the order of the help.
enum CommandTable {
    static let all: [any Command.Type] = [
        OpenCommand.self, CallCommand.self, CanOpenCommand.self, ResolveCommand.self,
        MatchCommand.self, RoutesCommand.self, ModulesCommand.self, ModuleCommand.self, WatchCommand.self,
        RemoteCommand.self, SDKCommand.self, BackCommand.self, ForwardCommand.self, HistoryCommand.self,
        TabCommand.self, PerformCommand.self, RecordCommand.self, ReplayCommand.self, ShowCommand.self,
        MoreCommand.self,
        TraceCommand.self, StackCommand.self, HelpCommand.self, VersionCommand.self,
    ]

    static func find(_ name: String) -> (any Command.Type)? {
        all.first { $0.description.name == name }
    }

    /// Takes the words behind a command apart; an option that others have, and it has not, is no slip for one of its own.
    static func arguments(
        _ words: [String], allowed: [Option], for command: CommandDescription
    ) throws(UsageError) -> Arguments {
        do {
            return try Arguments(words, allowed: allowed)
        } catch {
            guard case .unknownOption(let option, _) = error else { throw error }
            let others = all.flatMap { $0.description.all }.filter { $0.options.contains { $0.name == option } }
            guard !others.isEmpty else { throw error }
            throw .foreignOption(option, of: others.map(\.name), command: command.name)
        }
    }

    /// The error for a word that is no command, with the nearest one.
    static func unknown(_ name: String) -> UsageError {
        .unknownCommand(name, near: EditDistance.nearest(to: name, among: all.map { $0.description.name } + ["quit"]))
    }
}
