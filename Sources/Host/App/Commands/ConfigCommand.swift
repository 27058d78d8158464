@_spi(Host) import ModuleKit
import Platform

/// `config show`: lists the settings in force, and where each comes from.
struct ConfigCommand: Command {
    static let description = CommandDescription(
        name: "config", words: "show", summary: "list the settings in force, and where each comes from",
        needsModules: false)

    private struct Settings: Encodable {
        let file: String?
        let settings: [Configuration.Row]
    }

    init(_ arguments: Arguments) throws(UsageError) {
        let word = try Self.word(of: arguments)
        guard word == "show" else { throw Self.unknownWord(word, among: ["show"]) }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        var table = TextTable("SETTING", "VALUE", "FROM")
        for row in session.settings { table.add(row.key, PlainText.line(row.value), row.origin) }
        let file = session.configuration.file
        let place = file.map { "The file is \($0)." } ?? "There is no file: neither XDG_CONFIG_HOME nor HOME is set."
        try session.console.show(
            "configuration", Settings(file: file, settings: session.settings),
            text: (table.lines + ["", PlainText.line(place)]).joined(separator: "\n"))
        return session.configuration.problems.isEmpty ? .done : .failed
    }
}
