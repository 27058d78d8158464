/// `help`: all commands, or one.
struct HelpCommand: Command {
    static let description = CommandDescription(
        name: "help", words: "[COMMAND]", summary: "list the commands, or say how one is written",
        needsModules: false)

    private let command: (any Command.Type)?

    init(_ arguments: Arguments) throws(UsageError) {
        guard arguments.words.count <= 1 else {
            throw .wrongWords(command: "help", usage: Self.description.usage)
        }
        command = try arguments.words.first.map { (name) throws(UsageError) in
            guard let command = CommandTable.find(name) else { throw .unknownCommand(name) }
            return command
        }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let text = (command.map(HelpText.lines) ?? HelpText.lines).joined(separator: "\n")
        try session.console.show("help", text, text: text)
        return .done
    }
}
