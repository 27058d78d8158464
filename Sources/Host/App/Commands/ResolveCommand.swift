@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// `resolve URL`: prints the route that would answer, without asking it.
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
        let absence = await absence(explanation, in: session)
        if explains {
            let way = try ExplainedWay(explanation, in: session, absence: absence)
            try session.console.show("explanation", way, text: way.lines.joined(separator: "\n"))
            if explanation.refusal == nil, way.isWebPage { return .done }
        } else if let taken = explanation.routes.candidates.first {
            if let refusal = explanation.refusal { throw Failure(refusal) }
            try session.console.show("resolution", taken, text: ExplanationText.lines(taken).joined(separator: "\n"))
        } else {
            let isWeb = RouteURL(explanation.target).host != nil
            let reason = absence ?? (isWeb ? "`open` shows it as a web page" : nil)
            throw Failure(
                code: "noRoute",
                message: "no module answers \(explanation.routes.url)"
                    + (reason.map { ": \($0)" } ?? "; add --explain to see why"),
                exitCode: .noRoute, url: explanation.routes.url, near: explanation.routes.near.map(\.pattern))
        }
        if explanation.refusal != nil { return .refused }
        return explanation.routes.candidates.isEmpty ? .noRoute : .done
    }

    /// Returns a sentence on the module that would answer if it ran, if no module answers.
    private func absence(_ explanation: URLExplanation, in session: Session) async -> String? {
        guard explanation.routes.candidates.isEmpty else { return nil }
        return await session.runtime.absence(for: explanation.target, origin: session.origin)
    }

    /// Returns the explanation of a URL; for a route that it may not use, an external caller sees the error of `open`.
    static func explain(_ url: String, in session: Session) throws(Failure) -> URLExplanation {
        let explanation: URLExplanation
        do {
            explanation = try session.mediator.explain(RouteURL(url), origin: session.origin)
        } catch {
            throw Failure(error)
        }
        if session.origin == .external, let refusal = explanation.refusal { throw Failure(refusal) }
        return explanation
    }
}

/// The way of a URL for `resolve --explain`: rewrites, routes and fallbacks, interceptors, and if no module answers,
/// the remotes' expected answers and their targets.
struct ExplainedWay: Encodable {
    private let way: URLExplanation
    /// The module that would answer if it ran, and the remedy.
    private let absence: String?
    private let remotes: [RemoteText.Row]
    /// Whether the URL is shown as a web page, unless a remote that must be asked has another answer.
    let isWebPage: Bool
    /// The target of the first remote with a redirect.
    private let next: [ExplainedWay]

    /// The maximum number of followed redirects, which ends a cycle.
    private static let limit = 16

    /// - Parameter absence: the module that would answer if it ran, and the remedy.
    init(
        _ way: URLExplanation, in session: Session, depth: Int = 0, absence: String? = nil
    ) throws(Failure) {
        self.way = way
        self.absence = absence
        guard way.routes.candidates.isEmpty else {
            (remotes, next, isWebPage) = ([], [], false)
            return
        }
        let all: [(resolver: String, answer: RecalledAnswer?)]
        do {
            all = try session.mediator.recall(RouteURL(way.target), origin: session.origin)
        } catch {
            throw Failure(error)
        }
        let recalls = all.filter { $0.resolver != WebPages.name }
        let known = recalls.lazy.compactMap(\.answer?.resolution).first
        isWebPage = known == nil && all.contains { $0.resolver == WebPages.name && $0.answer?.resolution != nil }
        remotes = recalls.map { RemoteText.row($0.resolver, $0.answer) }
        if case .redirect(let url) = known, depth < Self.limit {
            next = [try ExplainedWay(try ResolveCommand.explain(url.text, in: session), in: session, depth: depth + 1)]
        } else {
            next = []
        }
    }

    /// The lines of the text, one for each step.
    var lines: [String] {
        let interceptors = way.interceptors.isEmpty ? [] : ["asked before: " + way.interceptors.joined(separator: ", ")]
        let refusal = way.refusal.map { ["refused: \($0)"] } ?? []
        return way.rewrites.map { PlainText.line("rewritten to \($0.url), by \($0.by)") }
            + (refusal + interceptors).map { PlainText.line($0) } + ExplanationText.lines(way.routes)
            + [absence].compactMap { $0.map { PlainText.line($0) } } + remotes.map(RemoteText.line) + webPage
            + next.flatMap { [PlainText.line("which leads to \($0.way.routes.url):")] + $0.lines }
    }

    private var webPage: [String] {
        guard isWebPage else { return [] }
        let reservation = remotes.contains(where: \.isAsked) ? ", unless a remote has another answer" : ""
        return ["shown as a web page" + reservation]
    }

    private enum Key: String, CodingKey {
        case rewrites, interceptors, refusal, absence, remotes, next
        case isWebPage = "web_page"
    }

    /// Encodes the explanation of the routes, with the other steps beside it if there are any.
    func encode(to encoder: any Encoder) throws {
        try way.routes.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        if !way.rewrites.isEmpty { try container.encode(way.rewrites, forKey: .rewrites) }
        if !way.interceptors.isEmpty { try container.encode(way.interceptors, forKey: .interceptors) }
        try container.encodeIfPresent(way.refusal.map { "\($0)" }, forKey: .refusal)
        try container.encodeIfPresent(absence, forKey: .absence)
        if !remotes.isEmpty { try container.encode(remotes, forKey: .remotes) }
        if isWebPage { try container.encode(true, forKey: .isWebPage) }
        try container.encodeIfPresent(next.first, forKey: .next)
    }
}

/// An explanation as text: a line for each considered pattern, and below it its parameters.
enum ExplanationText {
    static func lines(_ explanation: RouteExplanation) -> [String] {
        var lines = explanation.candidates.isEmpty ? ["no pattern matches \(PlainText.line(explanation.url))"] : []
        for candidate in explanation.candidates { lines += self.lines(candidate) }
        if !explanation.near.isEmpty { lines += ["near, but no match:"] }
        for candidate in explanation.near { lines += self.lines(candidate).map { "  " + $0 } }
        return lines
    }

    static func lines(_ candidate: RouteExplanation.Candidate) -> [String] {
        let owner = candidate.owner.isEmpty ? "" : " of \(candidate.owner)"
        return [PlainText.line("\(candidate.pattern)\(owner): \(candidate.reason)")]
            + candidate.parameters.map { PlainText.line("  \($0.name) = \($0.value)") }
            + (candidate.labels ?? []).map { PlainText.line("  \($0.line)") }
    }
}
