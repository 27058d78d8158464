/// `help`: all commands, or one.
struct HelpCommand: Command {
    static let description = CommandDescription(
        name: "help", words: "[COMMAND]", summary: "list the commands, or say how one is written",
        needsModules: false)

    private let lines: [String]

    init(_ arguments: Arguments) throws(UsageError) {
        guard !arguments.words.isEmpty else {
            lines = HelpText.lines
            return
        }
        let name = try Self.word(of: arguments)
        if HelpText.endings.contains(name) {
            lines = HelpText.ending
        } else {
            guard let found = CommandTable.find(name) else { throw CommandTable.unknown(name) }
            lines = HelpText.lines(found)
        }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let text = lines.joined(separator: "\n")
        try session.console.show("help", text, text: text)
        return .done
    }
}
