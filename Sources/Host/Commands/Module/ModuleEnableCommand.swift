/// `module enable NAME`: takes `module disable` back.
struct ModuleEnableCommand: Command {
    static let description = CommandDescription(
        name: "enable", words: "NAME", summary: "have a disabled module run again, now and at later starts")

    private let name: String

    init(_ arguments: Arguments) throws(UsageError) { name = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        try await session.requireModule(name)
        try session.set(name, isDisabled: false)
        do {
            try await session.runtime.enable(name)
        } catch {
            throw Failure(error, module: name)
        }
        return try await session.show(name, "is enabled")
    }
}
