import ModuleKit

/// `open URL`: goes to a URL.
struct OpenCommand: Command {
    static let description = CommandDescription(
        name: "open", words: "URL", summary: "go to a URL and show its page",
        options: [TraceCommand.option])

    let url: String
    private let isTraced: Bool

    init(url: String) {
        self.url = url
        isTraced = false
    }

    init(_ arguments: Arguments) throws(UsageError) {
        url = try Self.word(of: arguments)
        isTraced = arguments.has(TraceCommand.option)
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let wasTracing = isTraced ? session.observer.trace(true) : true
        defer { if !wasTracing { session.observer.trace(false) } }
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
