/// `module start NAME`: loads a module with all that it requires, without waiting for a request.
struct ModuleStartCommand: Command {
    static let description = CommandDescription(
        name: "start", words: "NAME", summary: "load a module now; one that was stopped or failed is started again")

    private let name: String

    init(_ arguments: Arguments) throws(UsageError) { name = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        try await session.requireModule(name)
        do {
            try await session.runtime.bring(name, isAsked: true)
        } catch {
            throw Failure(error, module: name)
        }
        let end = ShellRequest.current == nil ? " as long as this command does; requests start it by themselves" : ""
        return try await session.show(name, "runs\(end)")
    }
}
