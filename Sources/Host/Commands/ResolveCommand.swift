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
            try explain(explanation, in: session)
        } else if let taken = explanation.candidates.first {
            try session.console.show("resolution", taken, text: ExplanationText.lines(taken).joined(separator: "\n"))
        } else {
            throw Failure(
                code: "noRoute", message: "no module answers \(url); add --explain to see why", exitCode: .noRoute,
                url: url, near: explanation.near.map(\.pattern))
        }
        return explanation.candidates.isEmpty ? .noRoute : .done
    }

    /// Shows all routes, and where none answers what the remotes would say.
    private func explain(_ explanation: RouteExplanation, in session: Session) throws(Failure) {
        var remotes: [RemoteText.Row] = []
        if explanation.candidates.isEmpty {
            do {
                remotes = try session.mediator.recall(url, origin: session.origin).map(RemoteText.row)
            } catch {
                throw Failure(error)
            }
        }
        let lines = ExplanationText.lines(explanation) + remotes.map(RemoteText.line)
        let document = ExplainedURL(routes: explanation, remotes: remotes)
        try session.console.show("explanation", document, text: lines.joined(separator: "\n"))
    }
}

/// An explanation with what the remotes would say, as one object.
private struct ExplainedURL: Encodable {
    let routes: RouteExplanation
    let remotes: [RemoteText.Row]

    private enum Key: String, CodingKey { case remotes }

    func encode(to encoder: any Encoder) throws {
        try routes.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        if !remotes.isEmpty { try container.encode(remotes, forKey: .remotes) }
    }
}
