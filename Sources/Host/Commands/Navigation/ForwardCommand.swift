import ModuleKit

/// `forward [N]`: shows the page again that `back` left.
struct ForwardCommand: Command {
    static let description = CommandDescription(
        name: "forward", words: "[N]", summary: "go forward again to the page that was left by going back, or N pages",
        shellOnly: true)

    private let count: Int

    init(_ arguments: Arguments) throws(UsageError) { count = try Self.number(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode { try await session.perform(.forward(count)) }
}
