/// A `Decoder` for one place in a tree of JSON, which reads the output of `JSONEncoder`.
///
/// Foundation's decoder reads only text. It would parse the same text again, which takes three times as long.
final class JSONTreeDecoder: Decoder {
    let value: JSONValue
    /// The last key on the path to this place, and the decoder of the containing value; `nil` at the root.
    private let step: (key: any CodingKey, outer: JSONTreeDecoder)?

    init(_ value: JSONValue, step: (key: any CodingKey, outer: JSONTreeDecoder)? = nil) {
        self.value = value
        self.step = step
    }

    func part(_ value: JSONValue, at key: any CodingKey) -> JSONTreeDecoder {
        JSONTreeDecoder(value, step: (key, self))
    }

    var codingPath: [any CodingKey] { step.map { $0.outer.codingPath + [$0.key] } ?? [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(JSONKeyedContainer(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Any].self) }
        return PlaceElements(of: self, count: elements.count) { [self] index in
            let key = ParameterKey(intValue: index)
            guard elements.indices.contains(index) else { throw missing(key) }
            return part(elements[index], at: key)
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func mismatch(_ type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "the JSON has no \(type) here")
        return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func missing(_ key: any CodingKey) -> DecodingError {
        .keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: "the JSON has no such part"))
    }
}

extension JSONTreeDecoder: PlaceDecoder {
    func decodeNil() -> Bool { if case .null = value { true } else { false } }

    // The generic method for scalars implements the requirements for all standard types except the 128-bit integers.

    func decode<Value: ScalarParameter>(_ type: Value.Type) throws -> Value {
        guard let scalar = Value(json: value) else { throw mismatch(type) }
        return scalar
    }

    func decode(_ type: Int128.Type) throws -> Int128 { try decode(scalar: type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(scalar: type) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let scalar = ScalarTypes.type(for: type) else { return try Value(from: self) }
        guard let value = try decode(scalar: scalar) as? Value else { throw mismatch(type) }
        return value
    }

    private func decode<Value: ScalarParameter>(scalar type: Value.Type) throws -> Value { try decode(type) }
}

/// The members of an object, as a container.
private struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: JSONTreeDecoder
    let members: [String: JSONValue]

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { if case .null = try member(key) { true } else { false } }

    // Frequent types have separate methods, because generic code looks up types at each call.

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(key) }
    func decode<Value: ScalarParameter>(_ type: Value.Type, forKey key: Key) throws -> Value { try scalar(key) }

    /// Returns a scalar without creating a decoder for it.
    @inline(__always)
    private func scalar<Value: ScalarParameter>(_ key: Key) throws -> Value {
        let member = try member(key)
        guard let value = Value(json: member) else { throw decoder.part(member, at: key).mismatch(Value.self) }
        return value
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try part(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try part(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try part(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        decoder.part(members["super"] ?? .null, at: ParameterKey(stringValue: "super"))
    }

    func superDecoder(forKey key: Key) -> any Decoder { decoder.part(members[key.stringValue] ?? .null, at: key) }

    private func part(_ key: Key) throws -> JSONTreeDecoder { decoder.part(try member(key), at: key) }

    private func member(_ key: Key) throws -> JSONValue {
        guard let member = members[key.stringValue] else { throw decoder.missing(key) }
        return member
    }
}
