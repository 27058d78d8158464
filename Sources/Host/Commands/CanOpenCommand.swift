import ModuleKit

/// `can-open URL`: whether somebody would answer.
struct CanOpenCommand: Command {
    static let description = CommandDescription(
        name: "can-open", words: "URL", summary: "yes (exit 0), no (2), or undecided (1): only a remote knows")

    private let url: String

    init(_ arguments: Arguments) throws(UsageError) { url = try Self.word(of: arguments) }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let availability: Availability
        do {
            availability = try session.mediator.canOpen(url, origin: session.origin)
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
