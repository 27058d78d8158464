@_spi(Host) import ModuleKit

/// The JSON Schemas of values in a test, in the format of `routes --json --schema`.
enum ContractShape {
    private static let null = JSONValue.object(["type": .string("null")])
    private static let anything = JSONValue.object([:])

    /// Returns a name for an error: its code, its description, or the names of its type and case.
    static func code(of error: any Error) -> String {
        switch error {
        case let error as RequestError: "\(error.code)"
        case let error as ResolverError: "\(error.code)"
        case let error as DescribedError: error.description
        default:
            "\(type(of: error))"
                + (Mirror(reflecting: error).displayStyle == .enum
                    ? "." + (Mirror(reflecting: error).children.first?.label ?? "\(error)") : "")
        }
    }

    /// Returns the schema of a payload's value; `nil` for an object, a stream, or a value without JSON.
    static func schema(of payload: Payload) -> JSONValue? {
        guard let json = try? payload.json(), let value = try? JSONValue(document: json) else { return nil }
        let type = payload.unchanged(as: (any Encodable & Sendable).self).map { Swift.type(of: $0) as Any.Type }
        return schema(of: value, type.map { TypeShape($0) } ?? .unknown(gap: nil))
    }

    /// Returns the schema of a value: the value shows the keys of dictionaries, and the value's type describes absent
    /// parts.
    private static func schema(of value: JSONValue, _ shape: TypeShape) -> JSONValue {
        switch (value, shape) {
        case (.null, .nullable(let inner)): either([inner.schema, null])
        case (_, .nullable(let inner)): either([schema(of: value, inner), null])
        case (.null, .unknown): either([anything, null])
        case (.object(let members), .object(let properties, _)):
            object(members, properties) { name in properties.first { $0.name == name }?.shape ?? .unknown(gap: nil) }
        case (.object(let members), .dictionary(let element)): object(members) { _ in element }
        case (.object(let members), _): object(members) { _ in .unknown(gap: nil) }
        case (.array(let values), .array(let element)):
            list(values.isEmpty ? [element.schema] : values.map { schema(of: $0, element) })
        case (.array(let values), _): list(values.map { schema(of: $0, .unknown(gap: nil)) })
        case (.bool, .unknown): TypeShape.bool.schema
        case (.integer, .unknown): TypeShape.int.schema
        case (.number, .unknown): TypeShape.double.schema
        case (.string, .unknown): TypeShape.text.schema
        default: shape.schema
        }
    }

    private static func object(
        _ members: [String: JSONValue], _ properties: [RouteParameter] = [], shape: (String) -> TypeShape
    ) -> JSONValue {
        let absent = properties.filter { members[$0.name] == nil }.map { ($0.name, $0.shape.schema) }
        let present = members.map { ($0, schema(of: $1, shape($0))) }
        let required = Set(members.keys).subtracting(properties.filter(\.isOptional).map(\.name))
        return .object([
            "type": .string("object"), "properties": .object(Dictionary(absent + present) { $1 }),
            "required": .array(required.sorted().map(JSONValue.string)),
        ])
    }

    private static func list(_ items: [JSONValue]) -> JSONValue {
        .object(["type": .string("array"), "items": either(items)])
    }

    /// Returns a schema that accepts each value that at least one of the given schemas accepts. The alternatives have a
    /// fixed order, with `null` last. The schema that accepts everything is dropped if there is a more specific schema.
    static func either(_ schemas: [JSONValue]) -> JSONValue {
        let all = Set(schemas.flatMap(choices).map(\.text)).subtracting([null.text, anything.text])
        let isNullable = schemas.flatMap(choices).contains(null)
        let known = all.sorted().compactMap { try? JSONValue(document: Array($0.utf8)) }
        let forms = (known.isEmpty ? [anything] : known) + (isNullable ? [null] : [])
        return forms.count == 1 ? forms[0] : .object(["anyOf": .array(forms)])
    }

    private static func choices(_ schema: JSONValue) -> [JSONValue] {
        if case .object(let members) = schema, case .array(let forms)? = members["anyOf"] { forms } else { [schema] }
    }
}
