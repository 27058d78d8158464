/// A parameter of a route's path or query, or a property of a type.
@_spi(Host) public struct RouteParameter: Sendable, Equatable, Codable {
    /// The name.
    public let name: String
    /// The shape of its values.
    public let shape: TypeShape
    /// Whether a URL or a value of the type may omit it.
    public let isOptional: Bool

    /// Creates a parameter.
    public init(name: String, shape: TypeShape, isOptional: Bool) {
        (self.name, self.shape, self.isOptional) = (name, shape, isOptional)
    }
}

/// A route as seen by a generator of Swift code for the route's callers.
@_spi(Host) public struct RouteOutline: Sendable {
    /// The route's description in lists.
    public let description: RouteDescription
    /// The pattern for `RouteURL(matching:)`, without parameter types that only the owner knows.
    public let pattern: String
    /// The elements of the path.
    public let elements: [PatternElement]
    /// The parameters of the path. If the pattern has no type for a parameter, the handler's input determines the type.
    public let path: [RouteParameter]
    /// The parameters of the query that the handler's input names.
    public let query: [RouteParameter]
    /// Whether callers can write a URL for the route; `false` if the pattern is for any host.
    public let isWritable: Bool
    private let route: Route

    /// The parameters whose values should not be in URLs.
    public var sensitiveParameters: Set<String> { route.sensitiveParameters }

    /// The types of parameters, body and value.
    public var schema: RouteSchema { RouteSchema(route, path: path) }

    init(_ entry: RouteTable.Entry, _ pattern: RoutePattern) {
        description = RouteDescription(entry)
        self.pattern = pattern.withoutOwnTypes
        elements = pattern.elements
        route = entry.route
        let fields = route.inputFields(pattern.parameterNames)
        path = elements.flatMap { $0.parameters(of: fields, isOptional: false) }
        query = fields.query(beside: pattern)
        isWritable = pattern.unwritable == nil
    }

    /// The mismatch between a page's pattern and its handler's input, if there is one.
    ///
    /// A mismatch means: the pattern has a parameter that the input does not read, and lacks a parameter that the input
    /// needs. It is a fault if the unread parameter ends the pattern and can be the missing parameter under another
    /// name. Otherwise, the query may contain the missing parameter. An input that is a single value needs a pattern
    /// with exactly one parameter.
    public var misnaming: (text: String, isFault: Bool)? {
        guard route.verb == .open else { return nil }
        let names = elements.flatMap(\.parameterNames)
        if names.count != 1, let shape = route.inputShape, shape.isSingle {
            let found = names.isEmpty ? "no parameter" : names.map { "`\($0)`" }.joined(separator: ", ")
            return ("the pattern has \(found), and \(description.input ?? "the input") is one value", true)
        }
        let fields = route.readsRequest ? [] : route.inputFields(names)
        let needed = fields.filter { field in !field.isOptional && !path.contains { $0.name == field.name } }
        let unread = elements.compactMap { if case .parameter(let part) = $0 { part } else { nil } }
            .filter { part in !fields.contains { $0.name == part.name } }
        guard let field = needed.first, let part = unread.last else { return nil }
        let canBe = field.shape.isScalar && (part.type == nil || field.shape == TypeShape(of: part.type))
        let text =
            "the pattern has `\(part.name)`, which \(description.input ?? "the input") does not read, and lacks its "
            + "`\(field.name)`"
        return (text, canBe && needed.count == 1 && unread.count == 1 && elements.last == .parameter(part))
    }
}

extension [RouteParameter] {
    /// Returns the parameters of a handler's input that a query may contain and that are not in the path.
    func query(beside pattern: RoutePattern) -> [RouteParameter] {
        let names = Set(pattern.parameterNames)
        return filter { $0.shape.isScalar && !names.contains($0.name) }
    }
}

extension PatternElement {
    /// Returns the parameters of the element. If the pattern has no type, the handler's input determines the type.
    fileprivate func parameters(of fields: [RouteParameter], isOptional: Bool) -> [RouteParameter] {
        switch self {
        case .literal: return []
        case .parameter(let parameter):
            let field = parameter.type == nil ? fields.first { $0.name == parameter.name } : nil
            let shape = field.flatMap { $0.shape.isScalar ? $0.shape : nil } ?? TypeShape(of: parameter.type)
            return [RouteParameter(name: parameter.name, shape: shape, isOptional: isOptional)]
        case .group(let inner): return inner.flatMap { $0.parameters(of: fields, isOptional: true) }
        case .wildcard(let name, let allowsNone):
            return [RouteParameter(name: name, shape: .text, isOptional: isOptional || allowsNone)]
        }
    }
}

extension RoutePattern {
    /// The text without the types that only the module knows. In a pattern, `<` and `>` occur only around types.
    fileprivate var withoutOwnTypes: String {
        ownTypes.reduce(text) { text, type in text.replacing("<\(type.name)>", with: "") }
    }
}
