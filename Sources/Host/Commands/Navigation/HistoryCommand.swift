/// `history`: the pages that were shown.
struct HistoryCommand: Command {
    static let description = CommandDescription(
        name: "history", summary: "list the pages that were shown in this session, the newest last", shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let history = await session.navigator.history.visits
        var table = TextTable("BY", "TITLE", "URL")
        for visit in history { table.add(visit.command, visit.title, visit.url) }
        try session.console.show("history", history, text: table.lines.joined(separator: "\n"))
        return .done
    }
}
