/// The parsed form of a route's pattern, such as `/rent/:id<int>`, `/the(/foo/:a)(/bar/:b)` or `app://docs/*path?`.
///
/// A pattern without a scheme answers for every scheme but `http` and `https`, and for the web hosts that the app has
/// declared as its own. A pattern for `http` or `https` names its host.
public struct RoutePattern: Sendable, Hashable {
    /// The longest accepted pattern, in UTF-8 bytes.
    public static let maximumLength = 8192
    /// How deep optional groups may stand in one another.
    public static let maximumDepth = 16

    /// The text as the route's author wrote it.
    public let text: String
    /// The scheme in lower case, or `nil` for any.
    let scheme: String?
    /// The host in lower case, for `http` and `https`.
    let host: String?
    let elements: [PatternElement]

    /// Parses a pattern in time linear in its length.
    ///
    /// - Parameter types: the parameter types that it may name beside the built-in ones.
    /// - Throws: `RoutePatternError` with the column of the first fault.
    public init(_ text: String, types: [ParameterType] = []) throws(RoutePatternError) {
        var parser = RoutePatternParser(text, types: types)
        self = try parser.parse()
    }

    init(text: String, scheme: String?, host: String?, elements: [PatternElement]) {
        self.text = text
        self.scheme = scheme
        self.host = host
        self.elements = elements
    }

    /// The names of the parameters and of the wildcard, from left to right.
    public var parameterNames: [String] { elements.flatMap(\.parameterNames) }
}
