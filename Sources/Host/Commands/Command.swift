/// One command of the shell, which is also one of the command line.
protocol Command: Sendable {
    /// How it is written and what it does.
    static var description: CommandDescription { get }

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
    /// The one word that the command takes.
    static func word(of arguments: Arguments) throws(UsageError) -> String {
        guard arguments.words.count == 1 else { throw wrongWords }
        return arguments.words[0]
    }

    /// The number that the command takes, 1 where none is given.
    static func number(of arguments: Arguments) throws(UsageError) -> Int {
        guard !arguments.words.isEmpty else { return 1 }
        guard let number = Int(try word(of: arguments)), number > 0 else { throw wrongWords }
        return number
    }

    /// Makes sure that the command was given no words.
    static func noWords(_ arguments: Arguments) throws(UsageError) {
        guard arguments.words.isEmpty else { throw wrongWords }
    }

    private static var wrongWords: UsageError {
        .wrongWords(command: description.name, usage: description.usage)
    }
}
