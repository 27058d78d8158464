/// The names below a place.
struct ParameterKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ParameterDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { decoder.node?.names.compactMap(Key.init(stringValue:)) ?? [] }

    func contains(_ key: Key) -> Bool { node(key) != nil }

    func decodeNil(forKey key: Key) -> Bool { node(key)?.isNull ?? true }

    // The first of the two takes the place of the standard library's requirements for its own types.

    func decode<Value: ScalarParameter>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try part(key).decode(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try part(key).decode(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        if decodeNil(forKey: key) { return nil }
        let part = part(key)
        do {
            return try part.decode(type)
        } catch {
            // Only names below are given, and the type wants none: those are somebody else's.
            if let misfit = Misfit(in: error), misfit.place == part.place, misfit.isMissing { return nil }
            if error is NoPlaceholder { return nil }
            throw error
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try part(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try part(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder {
        decoder.part(ParameterKey(stringValue: "super"), node: decoder.node?.child("super"))
    }

    func superDecoder(forKey key: Key) -> any Decoder { part(key) }

    func part(_ key: Key) -> ParameterDecoder {
        decoder.part(ParameterKey(stringValue: key.stringValue), node: node(key))
    }

    func node(_ key: Key) -> ParameterNode? { decoder.node?.child(key.stringValue) }
}
