/// `module stop NAME`: stops a module, and before it those that require it, until it is started again.
struct ModuleStopCommand: Command {
    static let description = CommandDescription(
        name: "stop", words: "NAME", summary: "stop a module and those that require it, until it is started again")

    private let name: String

    init(_ arguments: Arguments) throws(UsageError) { name = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        try await session.requireModule(name)
        let others = await session.runtime.stop(name, leaving: .stopped).filter { $0 != name }
        let before = others.isEmpty ? "" : ", and before it \(others.joined(separator: ", "))"
        let end =
            ShellRequest.current == nil
            ? " as long as this command ran; `module disable \(name)` stops it at later starts, too"
            : "\(before); `module start \(name)` starts it again"
        return try await session.show(name, "was stopped\(end)")
    }
}
