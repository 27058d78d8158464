/// The types of a route for programs, as JSON Schema (draft 2020-12).
@_spi(Host) public struct RouteSchema: Sendable, Equatable, Encodable {
    /// The key in a schema that leaves something out; its text says what to change in the module so that all is known.
    public static let incomplete = "x-incomplete"

    /// The parameters of path and query: texts of these types, one for each element of an array or name of an object.
    public let parameters: JSONValue
    /// The body of a call; `nil` for a page, and for a call without one.
    public let body: JSONValue?
    /// The value of a call; `nil` for a page, and for an object.
    public let value: JSONValue?

    /// - Parameter path: the parameters of the path, which no body has.
    init(_ route: Route, path: [RouteParameter]) {
        let (names, isCall) = (Set(path.map(\.name)), route.verb == .call)
        let others = route.inputShape?.named(by: path.map(\.name)).without(names)
        // A property that is not a single text is a part of a call's body; a page has no place for it but the query.
        let query = others?.properties.filter { !isCall || $0.shape.isScalar } ?? []
        parameters = TypeShape.object(path + query, gap: others?.gap).schema
        body = isCall ? others?.schema : nil
        let hasValue = isCall && route.valueForm != .object
        value = hasValue ? route.valueShape?.schema.with("title", route.valueName) : nil
    }
}

extension TypeShape {
    /// Returns the shape without some properties; `nil` for one that has no others.
    fileprivate func without(_ names: Set<String>) -> TypeShape? {
        guard case .object(let properties, let gap) = self else { return self }
        let others = properties.filter { !names.contains($0.name) }
        return others.isEmpty && gap == nil ? nil : .object(others, gap: gap)
    }

    /// The shape as JSON Schema; a form that is not known allows everything.
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
            // Other properties are allowed: a decoder ignores them.
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
