/// The texts of one name, or the elements of an array of the body.
struct ParameterUnkeyedContainer: UnkeyedDecodingContainer {
    private enum Elements {
        case texts([String])
        case json([JSONValue])
    }

    private let decoder: ParameterDecoder
    private let elements: Elements
    private(set) var currentIndex = 0

    init(_ decoder: ParameterDecoder) throws {
        self.decoder = decoder
        switch (decoder.node?.json, decoder.node?.texts ?? []) {
        case (.array(let values), _): elements = .json(values)
        case (nil, let texts) where !texts.isEmpty || decoder.placeholders.cover(decoder.place):
            elements = .texts(texts)
        default: throw Misfit(decoder, wantsNames: false).decodingError
        }
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? {
        switch elements {
        case .texts(let texts): texts.count
        case .json(let values): values.count
        }
    }

    var isAtEnd: Bool { currentIndex >= count ?? 0 }

    mutating func decodeNil() -> Bool {
        guard next.isNil else { return false }
        currentIndex += 1
        return true
    }

    // The first three take the place of the standard library's requirements for its own types.

    mutating func decode<Value: ScalarParameter>(_ type: Value.Type) throws -> Value {
        advance(past: try next.decode(type))
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 { advance(past: try next.decode(type)) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { advance(past: try next.decode(type)) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        advance(past: try next.decode(type))
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        advance(past: try next.container(keyedBy: type))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        advance(past: try next.unkeyedContainer())
    }

    mutating func superDecoder() -> any Decoder { advance(past: next) }

    /// The decoder of the next element, of nothing at the end.
    private var next: ParameterDecoder {
        switch elements {
        case .texts(let texts):
            decoder.part(
                ParameterKey(index: currentIndex, isNumbered: false),
                node: isAtEnd ? nil : ParameterNode(text: texts[currentIndex]))
        case .json(let values):
            decoder.part(
                ParameterKey(index: currentIndex, isNumbered: true),
                node: isAtEnd ? nil : ParameterNode(json: values[currentIndex]))
        }
    }

    private mutating func advance<Value>(past value: Value) -> Value {
        currentIndex += 1
        return value
    }
}
