/// The one value of a place.
struct ParameterValueContainer: SingleValueDecodingContainer {
    let decoder: ParameterDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.isNil }

    // The first three take the place of the standard library's requirements for its own types.

    func decode<Value: ScalarParameter>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try decoder.decode(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.decode(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}
