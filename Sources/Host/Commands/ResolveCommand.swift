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
        let explanation = try Self.explain(url, in: session)
        if explains {
            let absentee = await absentee(explanation, in: session)
            let way = try ExplainedWay(explanation, in: session, absentee: absentee)
            try session.console.show("explanation", way, text: way.lines.joined(separator: "\n"))
        } else if let taken = explanation.routes.candidates.first {
            if let refusal = explanation.refusal { throw Failure(refusal) }
            try session.console.show("resolution", taken, text: ExplanationText.lines(taken).joined(separator: "\n"))
        } else {
            let reason = await absentee(explanation, in: session).map { ": \($0.absence)" }
            throw Failure(
                code: "noRoute", message: "no module answers \(url)" + (reason ?? "; add --explain to see why"),
                exitCode: .noRoute, url: url, near: explanation.routes.near.map(\.pattern))
        }
        if explanation.refusal != nil { return .refused }
        return explanation.routes.candidates.isEmpty ? .noRoute : .done
    }

    /// The module that would answer if it ran, where none does.
    private func absentee(_ explanation: URLExplanation, in session: Session) async -> Absentee? {
        guard explanation.routes.candidates.isEmpty else { return nil }
        return await session.runtime.absentee(for: explanation.target, origin: session.origin)
    }

    /// Where a URL leads; an outsider is told of a route that is not for it as `open` would tell.
    static func explain(_ url: String, in session: Session) throws(Failure) -> URLExplanation {
        let explanation: URLExplanation
        do {
            explanation = try session.mediator.explain(url, origin: session.origin)
        } catch {
            throw Failure(error)
        }
        if session.origin == .external, let refusal = explanation.refusal { throw Failure(refusal) }
        return explanation
    }
}
