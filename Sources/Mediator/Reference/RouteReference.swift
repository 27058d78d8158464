/// A route with values for its parameters: what a façade makes (`switchboard routes --swift`), and a URL says.
///
/// It is a value, made without a look at any table; that the values fit shows when the URL is asked for.
public struct RouteReference: Sendable, Hashable {
    /// The pattern, as in a module's table of routes.
    public let pattern: String
    /// The values of the pattern's parameters.
    public let parameters: QueryItems
    /// What goes into the query.
    public let query: QueryItems

    /// Refers to the route with this pattern.
    ///
    /// - Parameters:
    ///   - pattern: names built-in parameter types only; which values another module's own types have is not known here.
    ///   - parameters: one that the pattern does not name goes into the query.
    ///   - query: one of the name of a parameter is that parameter's value where it is not given another.
    public init(_ pattern: String, _ parameters: QueryItems = [:], query: QueryItems = [:]) {
        self.pattern = pattern
        self.parameters = parameters
        self.query = query
    }

    /// The URL, as `RoutePattern.url` writes it: escaped, so that its match gives the same values back.
    ///
    /// - Complexity: linear in the lengths of pattern and values.
    public var url: String {
        get throws(URLGenerationError) { try parsed().url(query.items + parameters.items) }
    }

    private func parsed() throws(URLGenerationError) -> RoutePattern {
        do {
            return try RoutePattern(pattern)
        } catch {
            throw .invalidPattern(pattern, reason: error)
        }
    }
}
