/// The decoded parameters of a request, first of the path and then of the query.
///
/// If a path and a query parameter have the same name, the path's value counts. If a query item is repeated, `all(_:)`
/// returns all values, and methods for a single value return the last one.
public struct Parameters: Sendable, Equatable {
    let path: [QueryItem]
    private let url: RouteURL
    /// Decoded at each access, because most requests have no query.
    var query: [QueryItem] { url.query }

    init(path: [QueryItem] = [], _ url: RouteURL) {
        self.path = path
        self.url = url
    }

    /// Returns whether two lists have equal parameters in the same order.
    public static func == (first: Parameters, second: Parameters) -> Bool {
        first.path == second.path && first.query == second.query
    }

    /// The value of a parameter; `nil` if it is absent.
    public subscript(name: String) -> String? {
        (path.last { $0.name == name } ?? query.last { $0.name == name })?.value
    }

    /// Returns all values of a parameter, in their written order.
    public func all(_ name: String) -> [String] {
        let found = path.filter { $0.name == name }
        return (found.isEmpty ? query.filter { $0.name == name } : found).map(\.value)
    }

    /// Returns the decoded segments of a wildcard's text.
    ///
    /// In the text, a slash separates segments, and a slash or a percent sign within a segment is escaped: `a%2Fb/c`
    /// has the segments `a/b` and `c`.
    ///
    /// - Returns: an empty list for an empty wildcard or an absent parameter.
    /// - Complexity: linear in the length of the text.
    public func segments(_ name: String) -> [String] {
        guard let text = self[name], !text.isEmpty else { return [] }
        return PercentEncoding.segments(ofRest: text)
    }

    /// Every parameter in order, path first, including undeclared query items.
    public var items: [QueryItem] { path + query }

    var isEmpty: Bool { path.isEmpty && query.isEmpty }

    /// Returns a required parameter as a typed value, parsed like a property of a structure in `Request.decode(as:)`.
    /// - Throws: `ParameterError.missing` or `.mistyped`.
    public func value<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ParameterError) -> Value {
        guard let value = try optional(name, as: type) else {
            throw .missing(name: name, expected: Expectation.of(type))
        }
        return value
    }

    /// Returns a parameter as a typed value, or `nil` if it is absent.
    /// - Throws: `ParameterError.mistyped` if it is present but not of the type.
    public func optional<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ParameterError) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = Self.read(text, as: type) else {
            throw .mistyped(name: name, found: text, expected: Expectation.of(type))
        }
        return value
    }

    private static func read<Value: LosslessStringConvertible>(_ text: String, as type: Value.Type) -> Value? {
        if let scalar = ScalarTypes.type(for: type) { return scalar.init(text: text) as? Value }
        // The standard library's initialiser traps if the text is not a single character.
        if type == Character.self, text.count != 1 { return nil }
        return Value(text)
    }
}

extension RoutePattern {
    /// Prepares the pattern, and returns the parameters of a URL; `nil` if the pattern does not match the URL.
    public func parameters(of url: RouteURL) -> Parameters? {
        PatternIndex([IndexedPattern(self)]).match(url).map { Parameters(path: $0.parameters, url) }
    }
}
