/// `module disable NAME`: stops a module and keeps it from running at later starts.
struct ModuleDisableCommand: Command {
    static let description = CommandDescription(
        name: "disable", words: "NAME", summary: "stop a module, and do not run it at later starts")

    private let name: String

    init(_ arguments: Arguments) throws(UsageError) { name = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        try await session.requireModule(name)
        try session.set(name, isDisabled: true)
        await session.runtime.stop(name, leaving: .disabled, because: .disabled)
        return try await session.show(name, "is disabled; `module enable \(name)` takes that back")
    }
}
