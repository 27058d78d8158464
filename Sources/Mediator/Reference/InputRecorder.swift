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
