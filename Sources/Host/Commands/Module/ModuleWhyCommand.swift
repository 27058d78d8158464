/// `module why NAME`: why a module does not run, and what to do.
struct ModuleWhyCommand: Command {
    static let description = CommandDescription(
        name: "why", words: "NAME", summary: "say why a module does not run, and what to do")

    private let name: String

    init(_ arguments: Arguments) throws(UsageError) { name = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let records = try await session.records(of: name)
        try session.console.show("why", records, text: records.map(Self.text).joined(separator: "\n"))
        return .done
    }

    private static func text(_ record: ModuleRecord) -> String {
        if let refusal = record.refusal {
            let content = record.content.map { "\n  SHA-256  \($0)" } ?? ""
            return "\(PlainText.line(record.name)) is \(record.state.word)\(content)\n\(refusal.text)"
        }
        if let fault = record.failedUpdate {
            return "\(PlainText.line(record.name)) runs as before; its update was not taken\n\(fault.text)"
        }
        let reason =
            switch record.state {
            case .active: "it runs"
            case .stopped: "it was stopped; `module start \(record.name)` starts it"
            case .disabled: "the user disabled it; `module enable \(record.name)` enables it"
            default: "it has all that it requires, and is loaded when a request needs it"
            }
        return PlainText.line("\(record.name) \(record.version ?? "") is \(record.state.word): \(reason)")
    }
}
