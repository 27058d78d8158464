import ModuleKit

/// `back`: leaves the page on top.
struct BackCommand: Command {
    static let description = CommandDescription(
        name: "back", summary: "go back to the page before, or dismiss a presented one", shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let top = await session.navigator.stack().last
        let command: NavigationCommand = top?.style == .presented ? .dismiss(value: nil) : .pop
        try session.report(await session.mediator.perform(command), url: nil)
        return .done
    }
}
