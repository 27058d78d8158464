/// `help`: all commands, or one.
struct HelpCommand: Command {
    static let description = CommandDescription(
        name: "help", words: "[COMMAND]", summary: "list the commands, or say how one is written",
        needsModules: false)

    private let command: (any Command.Type)?

    init(_ arguments: Arguments) throws(UsageError) {
        guard !arguments.words.isEmpty else {
            command = nil
            return
        }
        let name = try Self.word(of: arguments)
        guard let found = CommandTable.find(name) else { throw CommandTable.unknown(name) }
        command = found
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let text = (command.map(HelpText.lines) ?? HelpText.lines).joined(separator: "\n")
        try session.console.show("help", text, text: text)
        return .done
    }
}
