@_spi(Host) import ModuleKit

/// The way of a URL for `resolve --explain`: rewrites, routes and fallbacks, interceptors, and where no module answers what
/// the remotes would say, and where that leads.
struct ExplainedWay: Encodable {
    private let way: URLExplanation
    /// Who would answer if it ran, and what to do.
    private let absence: String?
    private let remotes: [RemoteText.Row]
    /// Where the first remote that knows an answer redirects to.
    private let next: [ExplainedWay]

    /// How many redirects are followed; what leads on and on is no way.
    private static let limit = 16

    /// - Parameter absentee: the module that would answer if it ran.
    init(
        _ way: URLExplanation, in session: Session, depth: Int = 0, absentee: Absentee? = nil
    ) throws(Failure) {
        self.way = way
        absence = absentee?.absence
        guard way.routes.candidates.isEmpty else {
            (remotes, next) = ([], [])
            return
        }
        let recalls: [ResolverRecall]
        do {
            recalls = try session.mediator.recall(way.target, origin: session.origin)
        } catch {
            throw Failure(error)
        }
        remotes = recalls.map(RemoteText.row)
        if case .redirect(let url) = recalls.lazy.compactMap(\.answer?.resolution).first, depth < Self.limit {
            next = [try ExplainedWay(try ResolveCommand.explain(url, in: session), in: session, depth: depth + 1)]
        } else {
            next = []
        }
    }

    /// A line for each step.
    var lines: [String] {
        let interceptors = way.interceptors.isEmpty ? [] : ["asked before: " + way.interceptors.joined(separator: ", ")]
        let refusal = way.refusal.map { ["refused: \($0)"] } ?? []
        return way.rewrites.map { PlainText.line("rewritten to \($0.url), by \($0.by)") }
            + (refusal + interceptors).map { PlainText.line($0) } + ExplanationText.lines(way.routes)
            + [absence].compactMap { $0.map { PlainText.line($0) } } + remotes.map(RemoteText.line)
            + next.flatMap { [PlainText.line("which leads to \($0.way.routes.url):")] + $0.lines }
    }

    private enum Key: String, CodingKey { case rewrites, interceptors, refusal, absence, remotes, next }

    /// The explanation of the routes, with the other steps beside it where there are some.
    func encode(to encoder: any Encoder) throws {
        try way.routes.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        if !way.rewrites.isEmpty { try container.encode(way.rewrites, forKey: .rewrites) }
        if !way.interceptors.isEmpty { try container.encode(way.interceptors, forKey: .interceptors) }
        try container.encodeIfPresent(way.refusal.map { "\($0)" }, forKey: .refusal)
        try container.encodeIfPresent(absence, forKey: .absence)
        if !remotes.isEmpty { try container.encode(remotes, forKey: .remotes) }
        try container.encodeIfPresent(next.first, forKey: .next)
    }
}
