import ModuleKit

/// `modules`: what was found in the searched folders, loaded or not, and why one does not run.
struct ModulesCommand: Command {
    static let description = CommandDescription(
        name: "modules", summary: "list all modules with state and version, loaded or not, and why one does not run")

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let found = await session.runtime.records
        let memory = found.contains { !$0.earlier.isEmpty } ? MappedMemory() : nil
        let modules = memory.map { memory in found.map { $0.measured(memory) } } ?? found
        var table = TextTable("MODULE", "VERSION", "STATE", "LOADED", "FROM", "FILE")
        for module in modules {
            table.add(
                module.name, module.version ?? "-", module.state.word, module.isLoaded ? "yes" : "no",
                module.source.rawValue, module.file)
        }
        let reasons = modules.compactMap(\.refusal).map(\.text)
        try session.console.show(
            "modules", modules,
            text: (table.lines + modules.compactMap(\.earlierText) + reasons).joined(separator: "\n"))
        return .done
    }
}
