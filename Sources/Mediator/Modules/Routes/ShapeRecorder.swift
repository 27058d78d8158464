/// A decoder that finds a type's JSON shape: it records the type's requests, and returns placeholders or an example's
/// values.
final class ShapeRecorder: Decoder, SingleValueDecodingContainer {
    /// The types that contain the decoded type, followed by the decoded type itself.
    let types: [ObjectIdentifier]
    let example: ParameterNode?
    /// The requested properties; `nil` if the type has not requested a container with names.
    fileprivate var properties: [RouteParameter]?
    /// The names that the type checked for a missing value before it requested their values.
    fileprivate var optionalNames: Set<String> = []
    /// The names for which the type requested nested containers, each with the container's recorder.
    fileprivate var parts: [(name: String, recorder: ShapeRecorder)] = []
    /// The shape of a type that is decoded from a single value.
    private var single: TypeShape?
    /// The remedy in the module's code for a property without a placeholder.
    fileprivate(set) var gap: String?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(types: [ObjectIdentifier], example: ParameterNode? = nil) {
        self.types = types
        self.example = example
    }

    /// Returns the shape that follows from the requests so far.
    func shape(gap: String?) -> TypeShape {
        if let single { return single }
        let parts = parts.map { name, recorder in
            RouteParameter(name: name, shape: recorder.shape(gap: nil), isOptional: optionalNames.contains(name))
        }
        guard let properties, gap == nil || !(properties + parts).isEmpty else { return .unknown(gap: gap) }
        return .object(properties + parts, gap: gap)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        properties = properties ?? []
        return KeyedDecodingContainer(ShapeKeyedRecorder(recorder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoPlaceholder() }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { example?.isNull ?? false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        single = TypeShape(type, within: types)
        return try example.decoder.decode(type)
    }
}

extension ParameterNode? {
    fileprivate var decoder: ParameterDecoder {
        ParameterDecoder(self ?? ParameterNode(), placeholders: self?.isNull == false ? .nowhere : .everywhere)
    }
}

/// A container that returns the example's value or a placeholder for each name, and records the name.
///
/// The standard library decodes an optional in three steps: it checks whether the name is present, checks whether the
/// value is `null`, and decodes the value. A name for which the second step happens is therefore optional.
private struct ShapeKeyedRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: ShapeRecorder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { recorder.example?.names.compactMap(Key.init(stringValue:)) ?? [] }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) -> Bool {
        recorder.optionalNames.insert(key.stringValue)
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        recorder.gap = note(type, key).gap ?? TypeShape.gap(of: type)
        let value = try (recorder.example?.child(key.stringValue)).decoder.decode(type)
        recorder.gap = nil
        return value
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        _ = decodeNil(forKey: key)
        defer { recorder.gap = nil }
        return try? decode(type, forKey: key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
        let nested = ShapeRecorder(types: recorder.types, example: recorder.example?.child(key.stringValue))
        recorder.parts.append((key.stringValue, nested))
        return nested.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NoPlaceholder() }

    func superDecoder() throws -> any Decoder { throw NoPlaceholder() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw NoPlaceholder() }

    private func note(_ type: Any.Type, _ key: Key) -> TypeShape {
        let shape = TypeShape(type, within: recorder.types)
        let isOptional = recorder.optionalNames.contains(key.stringValue)
        recorder.properties?.append(RouteParameter(name: key.stringValue, shape: shape, isOptional: isOptional))
        return shape
    }
}
