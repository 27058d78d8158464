import ModuleKit

/// `modules`: what was found in the searched folders, running or not, and why not.
struct ModulesCommand: Command {
    static let description = CommandDescription(
        name: "modules", summary: "list all modules with state and version, and why one does not run")

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        var table = TextTable("MODULE", "VERSION", "STATE", "FROM", "FILE")
        for module in session.modules {
            table.add(module.name, module.version ?? "-", module.state.word, module.source.rawValue, module.file)
        }
        let reasons = session.modules.compactMap(\.refusal).map(\.text)
        try session.console.show(
            "modules", session.modules, text: (table.lines + reasons).joined(separator: "\n"))
        return .done
    }
}
