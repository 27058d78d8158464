/// `remote …`: how the remotes fare, one word for each thing that can be done.
struct RemoteCommand: Command {
    /// In the order of the help.
    static let all: [any Command.Type] = [RemoteStatusCommand.self, RemoteFlushCommand.self]
    static let description = CommandDescription(
        name: "remote", words: all.map { $0.description.name }.joined(separator: "|"),
        summary: "see how the remotes fare, and forget what they answered", commands: all, needsModules: false)

    private let command: any Command

    init(_ arguments: Arguments) throws(UsageError) { command = try Self.choose(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode { try await command.run(in: session) }
}
