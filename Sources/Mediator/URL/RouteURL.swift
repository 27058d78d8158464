/// A parsed and normalised URL that asks for a route.
///
/// Follows RFC 3986 with the rules of a router: scheme and host ignore case, empty segments collapse, a trailing slash
/// does not count, dot segments are resolved, and a segment is percent-decoded after the split, so `%2F` stays inside
/// it. For a scheme other than `http` and `https` the authority is the first path segment: `app://rent/42` and
/// `/rent/42` ask for the same path. It is a value: use it from any thread.
public struct RouteURL: Sendable, Hashable {
    /// The longest accepted URL, in UTF-8 bytes.
    public static let maximumLength = 8192

    /// The text as it was given.
    public let text: String
    /// The scheme in lower case, or `nil` for a URL that begins with `/`.
    public let scheme: String?
    /// The authority in lower case, for `http` and `https` only.
    public let host: String?
    /// Where the path stands in the text, in UTF-8 bytes; an authority that is its first segment is part of it.
    let path: Range<Int>
    /// The decoded path segments.
    public let segments: [String]
    /// The decoded query items in the order in which they were written.
    public let query: [QueryItem]
    /// The decoded fragment, without its `#`.
    public let fragment: String?

    /// Parses a URL in time linear in its length.
    ///
    /// - Throws: `RouteURLError` with the column of the first fault.
    public init(_ text: String) throws(RouteURLError) {
        var parser = RouteURLParser(text)
        self = try parser.parse()
    }

    init(
        text: String, scheme: String?, host: String?, path: Range<Int>, segments: [String], query: [QueryItem],
        fragment: String?
    ) {
        self.text = text
        self.scheme = scheme
        self.host = host
        self.path = path
        self.segments = segments
        self.query = query
        self.fragment = fragment
    }
}

extension RouteURL: CustomStringConvertible {
    /// The text as it was given.
    public var description: String { text }
}
