@_spi(Host) import ModuleKit

/// One command of the shell, which is also one of the command line.
protocol Command: Sendable {
    /// How it is written and what it does.
    static var description: CommandDescription { get }

    /// Whether it needs the modules; those of one name may differ by their first word.
    var needsModules: Bool { get }

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

    /// The commands that the help shows in its place: itself, or those that its first word chooses from.
    var all: [CommandDescription] {
        commands.isEmpty ? [self] : commands.map { $0.description.named(behind: name) }
    }

    /// The same as a word behind another.
    private func named(behind word: String) -> CommandDescription {
        CommandDescription(
            name: "\(word) \(name)", words: words, summary: summary, options: options, needsModules: needsModules)
    }

    /// `call URL [--body JSON]`.
    var usage: String {
        ([name] + (words.isEmpty ? [] : [words]) + options.map { "[\($0.usage)]" }).joined(separator: " ")
    }
}

extension Command {
    var needsModules: Bool { Self.description.needsModules }

    /// The one word that the command takes.
    static func word(of arguments: Arguments) throws(UsageError) -> String {
        guard let word = arguments.words.first else { throw missingWord(description.words) }
        try noWords(arguments.words.dropFirst())
        return word
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
