/// A decoder that gives placeholders, and notes what it is asked for.
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

/// What an `InputRecorder` was asked for so far.
final class InputRecord {
    var fields: [InputField] = []
    /// The names that the type asked about before it asked for their values.
    var optionalNames: Set<String> = []
}

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

/// A name that a type is decoded from.
struct InputField: Sendable, Equatable {
    let name: String
    /// What its values are to Swift, or `nil` where no text says them.
    let kind: RouteOutline.Parameter.Kind?
    /// Whether the type may do without it.
    let isOptional: Bool
}

extension InputField {
    /// The names that a type is decoded from, in its order; none for a type that has no names or decodes itself in ways of
    /// its own. Runs the type's `init(from:)` once, with placeholders.
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
