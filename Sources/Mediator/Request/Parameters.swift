/// The decoded parameters of a request: those of the path, then those of the query.
///
/// Where a path and a query parameter share a name, the path's is meant. A repeated query item gives all its values to
/// `all(_:)` and the last one where one is wanted.
public struct Parameters: Sendable, Equatable {
    private let path: [QueryItem]
    private let query: [QueryItem]

    init(_ match: PatternMatch, query: [QueryItem]) {
        path = zip(match.names, match.values).map { QueryItem(name: $0, value: $1) }
        self.query = query
    }

    init(query: [QueryItem]) {
        path = []
        self.query = query
    }

    /// The value of a parameter, or `nil`. Linear in the number of parameters.
    public subscript(name: String) -> String? { all(name).last }

    /// All values of a parameter, in the order in which they were written.
    public func all(_ name: String) -> [String] {
        let found = path.filter { $0.name == name }
        return (found.isEmpty ? query.filter { $0.name == name } : found).map(\.value)
    }

    /// Every parameter in order, path first; undeclared query items are among them.
    public var items: [QueryItem] { path + query }

    /// A required parameter as a typed value.
    ///
    /// - Throws: `ParameterError.missing` or `.mistyped`.
    public func value<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ParameterError) -> Value {
        guard let value = try optional(name, as: type) else {
            throw .missing(name: name, expected: String(describing: type))
        }
        return value
    }

    /// A parameter as a typed value, or `nil` where it is absent.
    ///
    /// - Throws: `ParameterError.mistyped` where it is present and of another type.
    public func optional<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ParameterError) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = Value(text) else {
            throw .mistyped(name: name, found: text, expected: String(describing: type))
        }
        return value
    }
}
