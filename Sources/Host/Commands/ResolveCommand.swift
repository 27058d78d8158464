@_spi(Host) import ModuleKit

/// `resolve URL`: which route would answer, without asking it.
struct ResolveCommand: Command {
    static let explain = Option("--explain", "say also why the others do not answer")
    static let description = CommandDescription(
        name: "resolve", words: "URL", summary: "say which route would answer, without asking it", options: [explain])

    private let url: String
    private let explains: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        url = try Self.word(of: arguments)
        explains = arguments.has(Self.explain)
    }

    func run(in session: Session) async throws(Failure) -> ExitCode {
        let explanation: RouteExplanation
        do {
            explanation = try session.mediator.explain(url)
        } catch {
            throw Failure(error)
        }
        if explains {
            let lines = ExplanationText.lines(explanation)
            try session.console.show("explanation", explanation, text: lines.joined(separator: "\n"))
        } else if let taken = explanation.candidates.first {
            try session.console.show("resolution", taken, text: ExplanationText.lines(taken).joined(separator: "\n"))
        } else {
            throw Failure(
                code: "noRoute", message: "no module answers \(url); add --explain to see why", exitCode: .noRoute,
                url: url, near: explanation.near.map(\.pattern))
        }
        return explanation.candidates.isEmpty ? .noRoute : .done
    }
}
