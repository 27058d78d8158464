@_spi(Host) import ModuleKit

/// The last resolver, which answers an `http` or `https` URL with the web page at that address.
///
/// Its answer contains only the URL of the question, so the answer cannot lead a caller to a route.
struct WebPages: Resolver {
    static let name = "web pages"

    var name: String { Self.name }

    func resolve(_ question: Question) async throws(ResolverError) -> Resolution? {
        question.verb == .open ? Self.page(at: question.url) : nil
    }

    func canResolve(_ url: RouteURL) -> Availability { Self.page(at: url) == nil ? .no : .yes }

    /// A web page answers only the verb `open`.
    func canResolve(_ url: RouteURL, for verb: Request.Verb) -> Availability { verb == .open ? canResolve(url) : .no }

    func recall(_ question: Question) -> RecalledAnswer? {
        RecalledAnswer(Self.page(at: question.url), source: "its address")
    }

    private static func page(at url: RouteURL) -> Resolution? {
        guard let host = url.host, host.contains(where: { $0.isLetter || $0.isNumber }),
            host.hasPrefix("[") == host.contains("]")
        else { return nil }
        return .web(url: url)
    }
}
