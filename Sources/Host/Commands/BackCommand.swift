import ModuleKit

/// `back`: leaves the page on top.
struct BackCommand: Command {
    static let description = CommandDescription(
        name: "back", summary: "go back to the page before, or dismiss a presented one", shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        try session.report(await session.navigator.back(), url: nil)
        return .done
    }
}
