/// `remote …`: how the remotes fare, one word for each thing that can be done.
struct RemoteCommand: Command {
    /// In the order of the help.
    static let all: [any Command.Type] = [RemoteStatusCommand.self, RemoteFlushCommand.self]
    static let description = CommandDescription(
        name: "remote", words: all.map { $0.description.name }.joined(separator: "|"),
        summary: "see how the remotes fare, and forget what they answered", commands: all, needsModules: false)

    private let command: any Command

    init(_ arguments: Arguments) throws(UsageError) {
        guard let name = arguments.words.first, let command = Self.all.first(where: { $0.description.name == name })
        else { throw .wrongWords(command: "remote", usage: Self.description.usage) }
        do {
            self.command = try command.init(try arguments.behindFirstWord(refusing: []))
        } catch {
            // The words behind `remote` are a command's of their own, which its help knows by both.
            guard case .wrongWords(name, let usage) = error else { throw error }
            throw .wrongWords(command: "remote \(name)", usage: "remote \(usage)")
        }
    }

    func run(in session: Session) async throws(Failure) -> ExitCode { try await command.run(in: session) }
}
