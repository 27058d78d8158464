/// `more`: goes on with a page that is longer than the screen.
struct MoreCommand: Command {
    static let description = CommandDescription(
        name: "more", summary: "show more of a page that is longer than the screen", shellOnly: true)

    init(_ arguments: Arguments) throws(UsageError) { try Self.noWords(arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        do {
            try await session.navigator.showMore()
        } catch {
            throw Failure(code: "noMore", message: "\(error)", exitCode: .usage)
        }
        return .done
    }
}
