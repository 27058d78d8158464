import ModuleKit

/// All URLs below a place, such as `app://shop` or `https://m.example.com/shop`.
///
/// It is compared as routes are: after dot segments were resolved and escapes decoded, segment by segment, so that
/// `app://rent/sale` covers neither `app://rent/sales` nor `app://rent/sale/../42`.
struct URLPrefix: Sendable, Equatable {
    private let scheme: String
    private let host: String?
    private let segments: [String]

    /// Reads a URL with a scheme and without query and fragment; `nil` for any other text.
    init?(_ text: String) {
        guard let url = try? RouteURL(text), let scheme = url.scheme, url.query.isEmpty, url.fragment == nil else {
            return nil
        }
        self.scheme = scheme
        host = url.host
        segments = url.segments
    }

    /// Whether a URL is at the place or below it.
    func covers(_ url: RouteURL) -> Bool {
        url.scheme == scheme && url.host == host && url.segments.starts(with: segments)
    }

    /// Whether a pattern matches URLs at the place or below it only: its text before the first segment that is not
    /// literal says so.
    func covers(pattern: String) -> Bool {
        guard let scheme = pattern.firstRange(of: "://") else { return false }
        let rest = pattern[scheme.upperBound...]
        var literal = rest.prefix { !":*(".contains($0) }
        if literal.endIndex < rest.endIndex {
            // The segment that it stops in is not literal as a whole.
            guard let slash = literal.lastIndex(of: "/") else { return false }
            literal = literal[..<slash]
        }
        guard let url = try? RouteURL(String(pattern[..<literal.endIndex])) else { return false }
        return covers(url)
    }
}
