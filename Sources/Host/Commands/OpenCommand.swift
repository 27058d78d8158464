import ModuleKit

/// `open URL`: goes to a URL.
struct OpenCommand: Command {
    static let description = CommandDescription(name: "open", words: "URL", summary: "go to a URL and show its page")

    let url: String

    init(url: String) { self.url = url }

    init(_ arguments: Arguments) throws(UsageError) { url = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let feedback: Feedback
        do {
            feedback = try await session.mediator.open(url, origin: session.origin, options: session.options)
        } catch {
            throw Failure(error)
        }
        try session.report(feedback, url: url)
        return .done
    }
}
