/// The types of a route for programs, as JSON Schema (draft 2020-12).
@_spi(Host) public struct RouteSchema: Sendable, Equatable, Encodable {
    /// The parameters of path and query, whose values are texts of these types.
    public let parameters: JSONValue
    /// The body of a call; `nil` for a page, and for a call without one.
    public let body: JSONValue?
    /// The value of a call; `nil` for a page.
    public let value: JSONValue?

    /// - Parameters:
    ///   - parameters: the parameters of the path, then those of the query.
    ///   - names: the names in the path, which no body has.
    init(_ route: Route, parameters: [RouteOutline.Parameter], besides names: Set<String>) {
        self.parameters = .schema(
            of: parameters.map { ($0.name, TypeShape.scalar($0.kind).schema, $0.isOptional) })
        guard route.verb == .call else {
            (body, value) = (nil, nil)
            return
        }
        let types = route.types
        body = types.inputShape?.without(names)?.schema
        value = types.valueShape?.schema.titled(types.value ?? "")
    }
}

extension TypeShape {
    /// Returns the shape without some properties; `nil` for one that has no others.
    fileprivate func without(_ names: Set<String>) -> TypeShape? {
        guard case .object(let properties, let isWhole) = self else { return self }
        let others = properties.filter { !names.contains($0.name) }
        return others.isEmpty && isWhole ? nil : .object(others, isWhole: isWhole)
    }

    /// The shape as JSON Schema; a form that is not known allows everything.
    fileprivate var schema: JSONValue {
        switch self {
        case .scalar(let kind): kind.schema
        case .formatted(let type, let format): .object(["type": .string(type), "format": .string(format)])
        case .object(let properties, _): .schema(of: properties.map { ($0.name, $0.shape.schema, $0.isOptional) })
        case .array(let element): .object(["type": .string("array"), "items": element.schema])
        case .dictionary(let value): .object(["type": .string("object"), "additionalProperties": value.schema])
        case .nullable(let value): .object(["anyOf": .array([value.schema, .object(["type": .string("null")])])])
        case .unknown: .object([:])
        }
    }
}

extension RouteOutline.Parameter.Kind {
    fileprivate var schema: JSONValue {
        switch self {
        case .int: .object(["type": .string("integer")])
        case .uint: .object(["type": .string("integer"), "minimum": .integer(0)])
        case .double: .object(["type": .string("number")])
        case .bool: .object(["type": .string("boolean")])
        case .text: .object(["type": .string("string")])
        case .alternatives(let texts):
            .object(["type": .string("string"), "enum": .array(texts.map(JSONValue.string))])
        }
    }
}

extension JSONValue {
    /// Returns the schema of an object; the required properties are in the order of their declaration. Others are allowed: a
    /// decoder ignores them.
    fileprivate static func schema(
        of properties: [(name: String, schema: JSONValue, isOptional: Bool)]
    ) -> JSONValue {
        let members = Dictionary(properties.map { ($0.name, $0.schema) }) { first, _ in first }
        let required = properties.filter { !$0.isOptional }.map { JSONValue.string($0.name) }
        return .object([
            "type": .string("object"), "properties": .object(members), "required": .array(required),
        ])
    }

    fileprivate func titled(_ title: String) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.merging(["title": .string(title)]) { first, _ in first })
    }
}
