/// The types of a route for programs, as JSON Schema (draft 2020-12).
@_spi(Host) public struct RouteSchema: Sendable, Equatable, Encodable {
    /// The key that marks an incomplete schema; the key's value says which change of the module completes the schema.
    public static let incomplete = "x-incomplete"

    /// The schema of the parameters in path and query. In a URL, each value is a text; an array has one text for each
    /// element, an object one for each name.
    public let parameters: JSONValue
    /// The body of a call; `nil` for a page, and for a call without a body.
    public let body: JSONValue?
    /// The value of a call; `nil` for a page, and for a call that returns an object.
    public let value: JSONValue?

    /// - Parameter path: the parameters of the path, which are never in the body.
    init(_ route: Route, path: [RouteParameter]) {
        let (names, isCall) = (Set(path.map(\.name)), route.verb == .call)
        let others = route.inputShape?.named(by: path.map(\.name)).without(names)
        // A property that is not a single text belongs to a call's body; a page can receive it only in the query.
        let query = others?.properties.filter { !isCall || $0.shape.isScalar } ?? []
        parameters = TypeShape.object(path + query, gap: others?.gap).schema
        body = isCall ? others?.schema : nil
        let hasValue = isCall && route.valueForm != .object
        value = hasValue ? route.valueShape?.schema.with("title", route.valueName) : nil
    }
}

extension TypeShape {
    /// Returns the shape without some properties; `nil` if nothing remains.
    fileprivate func without(_ names: Set<String>) -> TypeShape? {
        guard case .object(let properties, let gap) = self else { return self }
        let others = properties.filter { !names.contains($0.name) }
        return others.isEmpty && gap == nil ? nil : .object(others, gap: gap)
    }

    /// The shape as JSON Schema; an unknown shape allows every value.
    package var schema: JSONValue {
        switch self {
        case .int: .object(["type": .string("integer")])
        case .uint: .object(["type": .string("integer"), "minimum": .integer(0)])
        case .double: .object(["type": .string("number")])
        case .bool: .object(["type": .string("boolean")])
        case .text: .object(["type": .string("string")])
        case .alternatives(let texts):
            .object(["type": .string("string"), "enum": .array(texts.map(JSONValue.string))])
        case .choices(let numbers):
            .object(["type": .string("integer"), "enum": .array(numbers.map { .integer(Int128($0)) })])
        case .formatted(let type, let format): .object(["type": .string(type), "format": .string(format)])
        case .object(let properties, let gap):
            // Additional properties are allowed, because a decoder ignores them.
            JSONValue.object([
                "type": .string("object"),
                "properties": .object(Dictionary(properties.map { ($0.name, $0.shape.schema) }) { first, _ in first }),
                "required": .array(properties.filter { !$0.isOptional }.map { .string($0.name) }),
            ]).with(RouteSchema.incomplete, gap)
        case .array(let element): .object(["type": .string("array"), "items": element.schema])
        case .dictionary(let value): .object(["type": .string("object"), "additionalProperties": value.schema])
        case .nullable(let value): .object(["anyOf": .array([value.schema, .object(["type": .string("null")])])])
        case .unknown(let gap): JSONValue.object([:]).with(RouteSchema.incomplete, gap)
        }
    }
}

extension JSONValue {
    fileprivate func with(_ key: String, _ text: String?) -> JSONValue {
        guard case .object(let members) = self, let text else { return self }
        return .object(members.merging([key: .string(text)]) { first, _ in first })
    }
}
