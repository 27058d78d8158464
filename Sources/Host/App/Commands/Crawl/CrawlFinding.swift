@_spi(Host) import ModuleKit

/// A problem of a page, or of the URL that an element of the page leads to.
struct CrawlFinding: Codable, Sendable {
    enum Kind: String, Codable, Sendable {
        /// No route answers the URL.
        case deadLink
        /// The caller may not use the URL.
        case denied
        case fails, redirects, slow, large
        /// The page leads nowhere, and `back` does not leave it.
        case deadEnd
        /// Nobody receives the message that an element sends.
        case noReceiver
    }

    /// The URL of a page, an element as a part of a sentence, and the URL to which the element leads; the whole page if
    /// the element is `nil`.
    typealias Place = (page: String, element: String?, url: String?)

    let kind: Kind
    let message: String
    var page = ""
    var element: String?
    var url: String?
    /// The only change with which the problem occurs, such as `without Coupons`.
    var condition: String?

    init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

    func at(_ place: Place) -> Self {
        var finding = self
        (finding.page, finding.element, finding.url) = place
        return finding
    }

    /// The place and the kind of the problem; the message differs between crawls.
    var identity: String { [page, element ?? "", url ?? "", kind.rawValue].joined(separator: "\n") }

    var line: String {
        PlainText.line("\([page, element, condition].compactMap(\.self).joined(separator: ", ")): \(message)")
    }
}

extension Session {
    /// Returns the route that answers a URL, if any.
    func route(of url: RouteURL) -> RouteExplanation.Pattern? {
        try? mediator.explain(url, origin: origin, near: false).routes.candidates.first
    }

    /// Returns the finding for a URL whose request failed.
    func finding(_ error: RequestError, for verb: Request.Verb) async -> CrawlFinding {
        let kind: CrawlFinding.Kind =
            switch error.code {
            case .noRoute, .wrongVerb, .invalidURL, .gone: .deadLink
            case .accessDenied, .denied: .denied
            default: .fails
            }
        return CrawlFinding(kind, await failure(error, for: verb).message)
    }

    /// Returns the finding for a URL that a person could not call, without calling it; `nil` if the call may succeed.
    func finding(calling url: RouteURL) async -> CrawlFinding? {
        do throws(RequestError) {
            guard try mediator.availability(of: url, for: .call, origin: .shell) == .no else { return nil }
            let (way, name) = (try mediator.explain(url, near: false), mediator.shown(url.text))
            if let refusal = way.refusal { throw refusal }
            guard let page = way.routes.candidates.first else {
                throw RequestError(.noRoute(url: name, asked: nil, near: []))
            }
            throw RequestError(.wrongVerb(url: name, route: page.pattern, owner: page.owner, expected: .open))
        } catch {
            return await finding(error, for: .call)
        }
    }
}
