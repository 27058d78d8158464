/// The parsed form of a route's pattern, such as `/rent/:id`, `app://docs/*path` or `https://m.example.com/rent/list`.
///
/// A pattern without a scheme answers for every scheme but `http` and `https`, whose hosts must be named.
public struct RoutePattern: Sendable, Hashable {
    /// The longest accepted pattern, in UTF-8 bytes.
    public static let maximumLength = 8192

    /// One segment of a pattern.
    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
        case wildcard(String)
    }

    /// The text as the route's author wrote it.
    public let text: String
    let scheme: String?
    let host: String?
    let segments: [Segment]

    /// Parses a pattern in time linear in its length.
    ///
    /// - Throws: `RoutePatternError` with the column of the first fault.
    public init(_ text: String) throws(RoutePatternError) {
        self = try RoutePatternParser(text).parse()
    }

    init(text: String, scheme: String?, host: String?, segments: [Segment]) {
        self.text = text
        self.scheme = scheme
        self.host = host
        self.segments = segments
    }

    /// The names of the parameters and of the wildcard, in order.
    public var parameterNames: [String] { segments.compactMap(\.name) }
}

extension RoutePattern.Segment {
    /// The parameter's name, or `nil` for a literal.
    var name: String? {
        switch self {
        case .literal: nil
        case .parameter(let name), .wildcard(let name): name
        }
    }
}
