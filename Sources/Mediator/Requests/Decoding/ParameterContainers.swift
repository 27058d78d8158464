/// A container of the names below a place.
struct ParameterKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ParameterDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { decoder.node?.names.compactMap(Key.init(stringValue:)) ?? [] }

    func contains(_ key: Key) -> Bool { node(key) != nil }

    func decodeNil(forKey key: Key) -> Bool { node(key)?.isNull ?? true }

    // The generic method for scalars implements the requirements for standard types. Frequent types have separate
    // methods, because generic code looks up types at each call.

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try required(key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try required(key) }
    func decode<Value: ScalarParameter>(_ type: Value.Type, forKey key: Key) throws -> Value { try required(key) }

    @inline(__always)
    private func required<Value: ScalarParameter>(_ key: Key) throws -> Value {
        if let value: Value = scalar(key) { return value }
        return try part(key).decode(Value.self)
    }

    /// Returns the scalar of a name if it is present and valid, without creating a decoder for it.
    @inline(__always)
    private func scalar<Value: ScalarParameter>(_ key: Key) -> Value? {
        guard case .nowhere = decoder.placeholders else { return nil }
        return decoder.node?.value(of: key.stringValue).flatMap(Value.init)
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
            // The request has only longer names, such as `a.b`, which this type does not read.
            if let issue = DecodingIssue(in: error), issue.place == part.place, issue.isMissing { return nil }
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

// Without these methods, the standard library's defaults apply. The defaults for optionals treat any name as present;
// `a.b=1` would then be an error for an optional number `a`. The defaults for 128-bit integers refuse the type.
extension ParameterKeyedContainer {
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try part(key).decode(type) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try part(key).decode(type) }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optional(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(key) }

    /// Returns the scalar of a name; `nil` if it is absent or `null`. Names below it, such as `a.b`, do not count.
    @inline(__always)
    private func optional<Value: ScalarParameter>(_ key: Key) throws -> Value? {
        if let value: Value = scalar(key) { return value }
        guard let node = node(key), node.value != nil || node.bracketedName != nil, !node.isNull else { return nil }
        return try part(key).decode(Value.self)
    }
}

/// A decoder at one place of a value, which decodes scalars without looking up their types.
protocol PlaceDecoder: Decoder, SingleValueDecodingContainer {
    func decode<Value: ScalarParameter>(_ type: Value.Type) throws -> Value
}

/// The elements of an array, or the texts of a repeated query item.
struct PlaceElements<Place: PlaceDecoder>: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey]
    let count: Int?
    private(set) var currentIndex = 0
    /// Returns the decoder of an element; after the last element, throws or returns a decoder without a value.
    private let element: (Int) throws -> Place

    init(of decoder: Place, count: Int, _ element: @escaping (Int) throws -> Place) {
        codingPath = decoder.codingPath
        self.count = count
        self.element = element
    }

    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    mutating func decodeNil() throws -> Bool {
        guard try element(currentIndex).decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    // The first three methods implement the requirements for standard types.

    mutating func decode<Value: ScalarParameter>(_ type: Value.Type) throws -> Value {
        try next { try $0.decode(type) }
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.decode(type) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.decode(type) } }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.decode(type) } }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

    /// Returns the result of a closure for the next element, and advances if the closure succeeds.
    private mutating func next<Value>(_ read: (Place) throws -> Value) throws -> Value {
        let value = try read(element(currentIndex))
        currentIndex += 1
        return value
    }
}
