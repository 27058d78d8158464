/// `show`: shows the page on top again.
struct ShowCommand: Command {
    static let description = CommandDescription(
        name: "show", summary: "show the page on top again, as it is now", shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        do {
            try await session.navigator.showAgain()
        } catch {
            throw Failure(code: "noPage", message: "\(error)", exitCode: .usage)
        }
        return .done
    }
}
