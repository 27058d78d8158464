/// Gives a placeholder for each name, and notes the name.
///
/// The standard library asks for an optional in three steps: whether the name is there, whether it is `null`, and for its
/// value. So a name about which the second question was asked is an optional.
struct InputKeyedRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let record: InputRecord

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) -> Bool {
        record.optionalNames.insert(key.stringValue)
        return false
    }

    // The first of the two takes the place of the standard library's requirements for its own types.

    func decode<Value: ScalarParameter>(_ type: Value.Type, forKey key: Key) -> Value {
        note(type, key)
        return Value.placeholder
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        note(type, key)
        return try ParameterDecoder(ParameterNode(), placeholders: .everywhere).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw NoPlaceholder() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NoPlaceholder() }

    func superDecoder() throws -> any Decoder { throw NoPlaceholder() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw NoPlaceholder() }

    private func note(_ type: Any.Type, _ key: Key) {
        record.fields.append(
            InputField(
                name: key.stringValue, kind: RouteOutline.Parameter.Kind(scalar: type),
                isOptional: record.optionalNames.contains(key.stringValue)))
    }
}
