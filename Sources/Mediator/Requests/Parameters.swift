/// The decoded parameters of a request: those of the path, then those of the query.
///
/// Where a path and a query parameter share a name, the path's is meant. A repeated query item gives all its values to
/// `all(_:)` and the last one where one is wanted.
public struct Parameters: Sendable, Equatable {
    let path: [QueryItem]
    private let url: RouteURL
    /// Decoded each time, as most requests have none.
    var query: [QueryItem] { url.query }

    /// The parameters of a URL whose path was matched.
    init(path: [QueryItem] = [], _ url: RouteURL) {
        self.path = path
        self.url = url
    }

    /// Whether both have the same parameters in the same order.
    public static func == (first: Parameters, second: Parameters) -> Bool {
        first.path == second.path && first.query == second.query
    }

    /// The value of a parameter, or `nil`. Linear in the number of parameters.
    public subscript(name: String) -> String? {
        (path.last { $0.name == name } ?? query.last { $0.name == name })?.value
    }

    /// All values of a parameter, in the order in which they were written.
    public func all(_ name: String) -> [String] {
        let found = path.filter { $0.name == name }
        return (found.isEmpty ? query.filter { $0.name == name } : found).map(\.value)
    }

    /// Every parameter in order, path first; undeclared query items are among them.
    public var items: [QueryItem] { path + query }

    var isEmpty: Bool { path.isEmpty && query.isEmpty }

    /// A required parameter as a typed value, read as `Request.decode(as:)` reads the property of a structure.
    ///
    /// - Throws: `ParameterError.missing` or `.mistyped`.
    public func value<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(ParameterError) -> Value {
        guard let value = try optional(name, as: type) else {
            throw .missing(name: name, expected: Expectation.of(type))
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
        guard let value = Self.read(text, as: type) else {
            throw .mistyped(name: name, found: text, expected: Expectation.of(type))
        }
        return value
    }

    /// Reads a text, the same for a type whether it is asked for here or stands in a structure.
    private static func read<Value: LosslessStringConvertible>(_ text: String, as type: Value.Type) -> Value? {
        if let scalar = ScalarTypes.type(for: type) { return scalar.init(text: text) as? Value }
        // The standard library's initialiser traps for any other number of characters.
        if type == Character.self, text.count != 1 { return nil }
        return Value(text)
    }
}
