@_spi(Host) import ModuleKit

/// `open URL`: opens a URL.
struct OpenCommand: Command {
    static let description = CommandDescription(
        name: "open", words: "URL", summary: "go to a URL and show its page",
        options: [TraceCommand.option, plan])

    private static let plan = Option(
        "--plan", "run the handlers with all they do, and only show the navigation commands")

    let url: String
    private let isTraced: Bool
    private let isPlanned: Bool

    init(url: String) {
        self.url = url
        isTraced = false
        isPlanned = false
    }

    init(_ arguments: Arguments) throws(UsageError) {
        url = try Self.word(of: arguments)
        isTraced = arguments.has(TraceCommand.option)
        isPlanned = arguments.has(Self.plan)
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let wasTracing = isTraced ? session.observer.trace(true) : true
        defer { if !wasTracing { session.observer.trace(false) } }
        if isPlanned { return try await PlanReport(session: session).run(url) }
        _ = try await feedback(in: session)
        return .done
    }

    /// Opens the URL, and returns the navigator's feedback, which is not a refusal.
    func feedback(in session: Session) async throws(Failure) -> Feedback {
        let feedback: Feedback
        do {
            feedback = try await session.asking(url) { [url] () throws(RequestError) in
                try await session.mediator.open(RouteURL(url), origin: session.origin, options: session.options)
            }
        } catch {
            throw await session.failure(error)
        }
        try session.report(feedback, url: url)
        return feedback
    }
}

/// `can-open URL`: prints whether a URL would have an answer.
struct CanOpenCommand: Command {
    static let description = CommandDescription(
        name: "can-open", words: "URL", summary: "yes (exit 0), no (2), or undecided (1): only a remote knows")

    private let url: String

    init(_ arguments: Arguments) throws(UsageError) { url = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let availability: Availability
        do {
            availability = try session.mediator.availability(of: RouteURL(url), origin: session.origin)
        } catch {
            throw Failure(error)
        }
        try session.console.show("can_open", availability, text: availability.rawValue)
        return availability.exitCode
    }
}

extension Availability {
    fileprivate var exitCode: ExitCode {
        switch self {
        case .yes: .done
        case .no: .noRoute
        case .undecided: .failed
        @unknown default: .failed
        }
    }
}
