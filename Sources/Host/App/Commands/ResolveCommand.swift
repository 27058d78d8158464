@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

extension Command {
    private static let explain = Option("--explain", "also show why the others do not answer")

    static let resolve = Command(
        name: "resolve", words: "URL", summary: "show which route would answer, without asking it", options: [explain]
    ) { session, arguments throws(Failure) in
        let explanation = try session.explain(arguments.words[0], near: arguments.has(explain))
        let routes = explanation.routes
        var absence: String?
        if routes.candidates.isEmpty {
            absence = await session.runtime.absence(for: explanation.target, origin: session.origin)
        }
        if arguments.has(explain) {
            let way = try ExplainedURL(explanation, in: session, absence: absence)
            try session.console.show("explanation", way.object, text: way.lines.joined(separator: "\n"))
            if explanation.refusal == nil, way.isWebPage { return .done }
        } else if let taken = routes.candidates.first {
            if let refusal = explanation.refusal { throw Failure(refusal) }
            try session.console.show("resolution", taken, text: ExplanationText.lines(taken).joined(separator: "\n"))
        } else {
            let isWeb = RouteURL(explanation.target).host != nil
            let reason = absence ?? (isWeb ? "`open` shows it as a web page" : nil)
            throw Failure(
                "noRoute",
                "no module answers \(routes.url)" + (reason.map { ": \($0)" } ?? "; add --explain to see why"),
                .noRoute, url: routes.url, near: routes.near.map(\.pattern))
        }
        if explanation.refusal != nil { return .refused }
        return routes.candidates.isEmpty ? .noRoute : .done
    }
}

extension Session {
    /// Explains which route answers a URL. If an external caller may not use that route, throws the error that `open`
    /// would throw.
    fileprivate func explain(_ url: String, near: Bool = true) throws(Failure) -> URLExplanation {
        let explanation = try Failure.describing(request: mediator.explain(RouteURL(url), origin: origin, near: near))
        if origin == .external, let refusal = explanation.refusal { throw Failure(refusal) }
        return explanation
    }
}

/// The output of `resolve --explain`: what would happen to a URL if it were opened.
///
/// It lists the rewrites, the interceptors, and the routes and fallbacks. If no module answers, it also lists the
/// answers that the remotes would give. If the first known answer is a redirect, it also explains the target.
private struct ExplainedURL {
    let way: URLExplanation
    /// A sentence that names the module that would answer if it ran, and the remedy.
    let absence: String?
    let remotes: [RemoteAnswer]
    /// Whether the URL would open as a web page. A remote that would be asked may still give another answer.
    let isWebPage: Bool
    /// The explanation of the redirect's target; empty if there is no redirect.
    let next: [ExplainedURL]

    /// The maximum number of followed redirects, which ends a cycle.
    private static let limit = 16

    init(_ way: URLExplanation, in session: Session, depth: Int = 0, absence: String? = nil) throws(Failure) {
        self.way = way
        self.absence = absence
        guard way.routes.candidates.isEmpty else {
            (remotes, next, isWebPage) = ([], [], false)
            return
        }
        let all = try Failure.describing(
            request: session.mediator.recall(RouteURL(way.target), origin: session.origin))
        remotes = all.filter { $0.resolver != WebPages.name }.map(RemoteAnswer.init)
        let known = remotes.lazy.compactMap(\.answer?.resolution).first
        isWebPage = known == nil && all.contains { $0.resolver == WebPages.name && $0.answer?.resolution != nil }
        if case .redirect(let url) = known, depth < Self.limit {
            next = [try ExplainedURL(try session.explain(url.text), in: session, depth: depth + 1)]
        } else {
            next = []
        }
    }

    var lines: [String] {
        let interceptors = way.interceptors.isEmpty ? [] : ["asked before: " + way.interceptors.joined(separator: ", ")]
        let refusal = way.refusal.map { ["refused: \($0)"] } ?? []
        let reservation = remotes.contains(where: \.isAsked) ? ", unless a remote has another answer" : ""
        return way.rewrites.map { PlainText.line("rewritten to \($0.url), by \($0.by)") }
            + (refusal + interceptors).map { PlainText.line($0) } + ExplanationText.lines(way.routes)
            + [absence].compactMap { $0.map { PlainText.line($0) } } + remotes.map(\.line)
            + (isWebPage ? ["shown as a web page" + reservation] : [])
            + next.flatMap { [PlainText.line("which leads to \($0.way.routes.url):")] + $0.lines }
    }

    /// The explanation as JSON, without members for steps that do not occur.
    var object: JSONObject {
        JSONObject([
            "url": way.routes.url, "candidates": way.routes.candidates, "near": way.routes.near,
            "rewrites": way.rewrites.isEmpty ? nil : way.rewrites,
            "interceptors": way.interceptors.isEmpty ? nil : way.interceptors,
            "refusal": way.refusal.map { "\($0)" }, "absence": absence,
            "remotes": remotes.isEmpty ? nil : remotes.map(\.object), "web_page": isWebPage ? true : nil,
            "next": next.first?.object,
        ])
    }
}

/// The answer that one remote would give, if the answer is known without asking the remote.
private struct RemoteAnswer {
    let resolver: String
    let answer: RecalledAnswer?

    /// Whether the remote would have to be asked, because no fresh answer is known.
    var isAsked: Bool { answer.map { $0.freshFor.map { $0 <= 0 } ?? false } ?? true }

    var object: JSONObject {
        JSONObject([
            "remote": resolver, "is_asked": isAsked, "answer": answer?.resolution?.words, "source": answer?.source,
            "age": answer?.age, "fresh_for": answer?.freshFor,
        ])
    }

    var line: String {
        guard let answer else { return PlainText.line("remote \(resolver): would be asked") }
        let age = answer.age.map { ", \($0) s old" } ?? ""
        let stale = ", stale: would be validated again"
        let fresh = answer.freshFor.map { $0 > 0 ? ", fresh for \($0) s" : stale } ?? ""
        let words = answer.resolution?.words ?? "no answer"
        return PlainText.line("remote \(resolver): \(words), from \(answer.source)\(age)\(fresh)")
    }
}

/// An explanation as text: a line for each considered pattern, followed by its parameters.
enum ExplanationText {
    static func lines(_ explanation: RouteExplanation) -> [String] {
        var lines = explanation.candidates.isEmpty ? ["no pattern matches \(PlainText.line(explanation.url))"] : []
        for candidate in explanation.candidates { lines += self.lines(candidate) }
        if !explanation.near.isEmpty { lines += ["near, but no match:"] }
        for candidate in explanation.near { lines += self.lines(candidate).map { "  " + $0 } }
        return lines
    }

    static func lines(_ candidate: RouteExplanation.Pattern) -> [String] {
        let owner = candidate.owner.isEmpty ? "" : " of \(candidate.owner)"
        return [PlainText.line("\(candidate.pattern)\(owner): \(candidate.reason)")]
            + candidate.parameters.map { PlainText.line("  \($0.name) = \($0.value)") }
            + (candidate.labels ?? []).map { PlainText.line("  \($0.line)") }
    }
}
