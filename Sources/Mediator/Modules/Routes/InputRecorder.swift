/// A decoder that returns placeholders, and records the requested names.
struct InputRecorder: Decoder {
    let record: InputRecord

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(InputKeyedRecorder(record: record))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoPlaceholder() }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NoPlaceholder() }
}

/// The names that a type requested of an `InputRecorder` so far.
final class InputRecord {
    var fields: [InputField] = []
    /// The names whose presence the type checked before it requested their values.
    var optionalNames: Set<String> = []
}

/// A container that returns a placeholder for each name, and records the name.
///
/// The standard library decodes an optional in three steps: whether the name is present, whether it is `null`, and its
/// value. So a name with the second question is an optional.
struct InputKeyedRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let record: InputRecord

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) -> Bool {
        record.optionalNames.insert(key.stringValue)
        return false
    }

    // The first of the two replaces the standard library's requirements for its own types.

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

/// A name from which a type is decoded.
struct InputField: Sendable, Equatable {
    let name: String
    /// The Swift kind of its values, or `nil` if no text represents them.
    let kind: RouteOutline.Parameter.Kind?
    /// Whether the type does not need it.
    let isOptional: Bool
}

extension InputField {
    /// Returns the names from which a type is decoded, in its order; none for a type without names or with a decoding
    /// of its own. Runs the type's `init(from:)` once, with placeholders.
    static func all(of type: Any.Type) -> [InputField] {
        guard let type = type as? any Decodable.Type else { return [] }
        let record = InputRecord()
        do {
            _ = try type.init(from: InputRecorder(record: record))
            return record.fields
        } catch {
            return []
        }
    }
}
