import FoundationEssentials

/// The form that a Codable type has in JSON, as far as its decoding tells.
indirect enum TypeShape: Sendable, Equatable, Codable {
    /// One value.
    case scalar(RouteOutline.Parameter.Kind)
    /// One value of a JSON type, with the format of JSON Schema.
    case formatted(type: String, format: String)
    /// The properties by their names, in the order of the type; with a gap, which says what to change in the code, it may
    /// have more.
    case object([Property], gap: String?)
    case array(TypeShape)
    case dictionary(TypeShape)
    /// A value, or `null`.
    case nullable(TypeShape)
    /// The decoding tells nothing: the type needs itself, or has a form of its own, which is a gap.
    case unknown(gap: String?)

    /// A name from which a type is decoded.
    struct Property: Sendable, Equatable, Codable {
        let name: String
        let shape: TypeShape
        /// Whether the type does not need it.
        let isOptional: Bool

        /// The Swift kind of its values; `nil` if the host knows no text of them.
        var kind: RouteOutline.Parameter.Kind? { if case .scalar(let kind) = shape { kind } else { nil } }
    }

    private static let depthLimit = 16

    /// Reads a type's shape by its `init(from:)`, which runs with placeholders.
    init(_ type: Any.Type) { self.init(type, within: []) }

    /// - Parameter types: the types around it.
    fileprivate init(_ type: Any.Type, within types: [ObjectIdentifier]) {
        let identity = ObjectIdentifier(type)
        if let kind = RouteOutline.Parameter.Kind(scalar: type) {
            self = .scalar(kind)
        } else if let formatted = Self.formatted[identity] {
            self = formatted
        } else if types.contains(identity) || types.count >= Self.depthLimit {
            self = .unknown(gap: nil)
        } else if let container = type as? any ShapedContainer.Type {
            self = container.shape { TypeShape($0, within: types + [identity]) }
        } else if let type = type as? any Decodable.Type {
            let recorder = ShapeRecorder(types: types + [identity])
            let isWhole = (try? type.init(from: recorder)) != nil
            let shape = recorder.record.shape(gap: isWhole ? nil : recorder.record.gap ?? Self.gap(of: type))
            // Most types need no examples, and making them runs code of the module.
            self = shape.gap == nil ? shape : Self.ofExamples(type, within: types + [identity]) ?? shape
        } else {
            self = .unknown(gap: Self.gap(of: type))
        }
    }

    /// Returns the shape that a type requests for its examples; `nil` without any, or if it does not read one to its end.
    private static func ofExamples(_ type: any Decodable.Type, within types: [ObjectIdentifier]) -> TypeShape? {
        let examples = (type as? any (CaseIterable & Encodable).Type)?.examples ?? []
        let shapes = examples.compactMap { example -> TypeShape? in
            let recorder = ShapeRecorder(types: types, example: example)
            guard (try? type.init(from: recorder)) != nil else { return nil }
            let shape = recorder.record.shape(gap: nil)
            guard case .object(let properties, _) = shape else { return shape }
            return example.names.allSatisfy { name in properties.contains { $0.name == name } } ? shape : nil
        }
        guard let first = shapes.first, shapes.count == examples.count else { return nil }
        return shapes.dropFirst().reduce(first) { $0.united(with: $1) }
    }

    /// Returns the shape of values of which each has one of two shapes.
    private func united(with other: TypeShape) -> TypeShape {
        guard self != other else { return self }
        guard case .object(let own, _) = self, case .object(let others, _) = other else { return .unknown(gap: nil) }
        let properties = Dictionary(grouping: own + others, by: \.name).map { name, found in
            Property(
                name: name, shape: found.dropFirst().reduce(found[0].shape) { $0.united(with: $1.shape) },
                isOptional: found.count == 1 || found.contains(where: \.isOptional))
        }
        return .object(properties.sorted { $0.name < $1.name }, gap: nil)
    }

    fileprivate static func gap(of type: Any.Type) -> String {
        type is any (Codable & CaseIterable).Type
            ? "let \(type) decode each of its allCases by all its names, without contains(_:)"
            : "conform \(type) to Codable and CaseIterable"
    }

    /// The properties, as far as they are known.
    var properties: [Property] { if case .object(let properties, _) = self { properties } else { [] } }

    /// Whether the shape is one value without names, or none.
    var isSingle: Bool {
        switch self {
        case .scalar, .formatted: true
        case .nullable(let value): value.isSingle
        case .object, .array, .dictionary, .unknown: false
        }
    }

    /// Returns the shape by the names of a request: a single value has that of the pattern's only parameter.
    func named(by parameters: [String]) -> TypeShape {
        guard isSingle, parameters.count == 1 else { return self }
        guard case .nullable(let value) = self else {
            return .object([Property(name: parameters[0], shape: self, isOptional: false)], gap: nil)
        }
        return .object([Property(name: parameters[0], shape: value, isOptional: true)], gap: nil)
    }

    /// The remedy for an unknown part of the shape; `nil` if all is known.
    var gap: String? {
        if case .object(_, let gap) = self { gap } else if case .unknown(let gap) = self { gap } else { nil }
    }

    private static let formatted: [ObjectIdentifier: TypeShape] = [
        ObjectIdentifier(Data.self): .formatted(type: "string", format: "base64"),
        ObjectIdentifier(URL.self): .formatted(type: "string", format: "uri"),
        ObjectIdentifier(UUID.self): .formatted(type: "string", format: "uuid"),
        ObjectIdentifier(Date.self): .formatted(type: "number", format: "seconds since 2001-01-01T00:00:00Z"),
        ObjectIdentifier(Decimal.self): .formatted(type: "number", format: "decimal"),
    ]
}

/// A generic type of the standard library whose JSON form follows from its parts.
private protocol ShapedContainer {
    static func shape(_ part: (Any.Type) -> TypeShape) -> TypeShape
}

extension Optional: ShapedContainer {
    fileprivate static func shape(_ part: (Any.Type) -> TypeShape) -> TypeShape { .nullable(part(Wrapped.self)) }
}

extension Array: ShapedContainer {
    fileprivate static func shape(_ part: (Any.Type) -> TypeShape) -> TypeShape { .array(part(Element.self)) }
}

extension Set: ShapedContainer {
    fileprivate static func shape(_ part: (Any.Type) -> TypeShape) -> TypeShape { .array(part(Element.self)) }
}

extension Dictionary: ShapedContainer {
    // Other keys become elements of an array, beside their values.
    fileprivate static func shape(_ part: (Any.Type) -> TypeShape) -> TypeShape {
        Key.self is any CodingKeyRepresentable.Type
            ? .dictionary(part(Value.self)) : .array(.unknown(gap: "conform \(Key.self) to CodingKeyRepresentable"))
    }
}

extension CaseIterable where Self: Encodable {
    /// The cases in JSON.
    fileprivate static var examples: [ParameterNode] {
        allCases.compactMap { try? ParameterNode(json: JSONValue(document: Array(JSONEncoder().encode($0)))) }
    }
}

/// A decoder that returns the values of an example, or else placeholders, and records what a type requests.
private struct ShapeRecorder: Decoder {
    let types: [ObjectIdentifier]
    var example: ParameterNode?
    let record = ShapeRecord()

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        record.properties = record.properties ?? []
        return KeyedDecodingContainer(ShapeKeyedRecorder(types: types, example: example, record: record))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoPlaceholder() }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        ShapeValueRecorder(types: types, example: example, record: record)
    }
}

extension ParameterNode? {
    /// The decoder of an example, or of placeholders.
    fileprivate var decoder: ParameterDecoder {
        ParameterDecoder(self ?? ParameterNode(), placeholders: self?.isNull == false ? .nowhere : .everywhere)
    }
}

/// The requests of a type to a `ShapeRecorder` so far.
private final class ShapeRecord {
    /// `nil` for a type that has requested no names.
    var properties: [TypeShape.Property]?
    /// The names whose presence the type checked before it requested their values.
    var optionalNames: Set<String> = []
    /// The names below which the type requested others.
    var parts: [(name: String, record: ShapeRecord)] = []
    /// The shape of a type that is decoded from one value.
    var single: TypeShape?
    /// The remedy for a property that has no placeholder.
    var gap: String?

    func shape(gap: String?) -> TypeShape {
        if let single { return single }
        let parts = parts.map { name, record in
            TypeShape.Property(name: name, shape: record.shape(gap: nil), isOptional: optionalNames.contains(name))
        }
        guard let properties, gap == nil || !(properties + parts).isEmpty else { return .unknown(gap: gap) }
        return .object(properties + parts, gap: gap)
    }
}

/// A container that returns the example's value or a placeholder for each name, and records the name.
///
/// The standard library decodes an optional in three steps: whether the name is present, whether it is `null`, and its
/// value. So a name with the second question is an optional.
private struct ShapeKeyedRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let types: [ObjectIdentifier]
    let example: ParameterNode?
    let record: ShapeRecord

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { example?.names.compactMap(Key.init(stringValue:)) ?? [] }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) -> Bool {
        record.optionalNames.insert(key.stringValue)
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        record.gap = note(type, key).gap ?? TypeShape.gap(of: type)
        let value = try (example?.child(key.stringValue)).decoder.decode(type)
        record.gap = nil
        return value
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        _ = decodeNil(forKey: key)
        defer { record.gap = nil }
        return try? decode(type, forKey: key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
        let nested = ShapeRecorder(types: types, example: example?.child(key.stringValue))
        record.parts.append((key.stringValue, nested.record))
        return nested.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NoPlaceholder() }

    func superDecoder() throws -> any Decoder { throw NoPlaceholder() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw NoPlaceholder() }

    private func note(_ type: Any.Type, _ key: Key) -> TypeShape {
        let shape = TypeShape(type, within: types)
        let isOptional = record.optionalNames.contains(key.stringValue)
        record.properties?.append(TypeShape.Property(name: key.stringValue, shape: shape, isOptional: isOptional))
        return shape
    }
}

/// A container of one value, which is the example or a placeholder.
private struct ShapeValueRecorder: SingleValueDecodingContainer {
    let types: [ObjectIdentifier]
    let example: ParameterNode?
    let record: ShapeRecord

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { example?.isNull ?? false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        record.single = TypeShape(type, within: types)
        return try example.decoder.decode(type)
    }
}
