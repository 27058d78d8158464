import ModuleKit

/// `back [N]`: leaves the page on top, or several.
struct BackCommand: Command {
    static let description = CommandDescription(
        name: "back", words: "[N]", summary: "go back to the page before, or N pages; dismiss a presented one",
        options: [HostOptions.yes], shellOnly: true)

    private let count: Int
    private let asks: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        count = try Self.number(of: arguments)
        asks = !arguments.has(HostOptions.yes)
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let command = NavigationCommand.back(count)
        return try await session.perform(asks ? command : command.unasked())
    }
}
