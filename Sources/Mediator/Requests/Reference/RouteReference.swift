/// A route with values for its parameters; façades make references (`switchboard routes --swift`).
///
/// It is a value, made without a look at any table; the request for the URL finds values that do not fit.
public struct RouteReference: Sendable, Hashable {
    /// The pattern, as in a module's table of routes.
    public let pattern: String
    /// The values of the pattern's parameters.
    public let parameters: QueryItems
    /// Items of the query.
    public let query: QueryItems

    /// Refers to the route with this pattern.
    ///
    /// - Parameters:
    ///   - pattern: a pattern with built-in parameter types only; the values of another module's own types are unknown
    ///     here.
    ///   - parameters: values of parameters; one that the pattern does not name goes into the query.
    ///   - query: items of the query; one with the name of a parameter is that parameter's value, unless `parameters`
    ///     has another.
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

extension ParameterType {
    /// Whether a module made the type, so that other modules cannot name it.
    var isOwn: Bool { !name.hasPrefix("one(") && !Self.builtIn.contains(self) }
}

extension RoutePattern {
    /// The text without the types that only the module knows; `<` and `>` occur nowhere else in a pattern.
    var forReference: String {
        ownTypes(elements).reduce(text) { text, type in text.replacing("<\(type)>", with: "") }
    }

    private func ownTypes(_ elements: [PatternElement]) -> [String] {
        elements.flatMap { element -> [String] in
            switch element {
            case .parameter(let parameter): parameter.type.map { $0.isOwn ? [$0.name] : [] } ?? []
            case .group(let inner): ownTypes(inner)
            case .literal, .wildcard: []
            }
        }
    }
}

/// Names and values for a URL, in the given order; a name may occur more than once.
///
/// A dictionary literal may have values of any type that a text gives back; `nil` is left out.
///
/// ```swift
/// try await context.rent.list(query: ["city": city, "max": 4_000])
/// ```
public struct QueryItems: Sendable, Hashable {
    /// The items, in order.
    public var items: [QueryItem]

    /// Takes items unchanged.
    public init(_ items: [QueryItem] = []) { self.items = items }
}

extension QueryItems: ExpressibleByDictionaryLiteral {
    /// Writes each value as text, and leaves out `nil`.
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible & Sendable)?)...) {
        items = elements.compactMap { name, value in value.map { QueryItem(name: name, value: $0.description) } }
    }
}
