import FoundationEssentials

/// A value on its way between modules: itself within the process, JSON (RFC 8259) where types differ or it leaves.
public struct Payload: Sendable {
    /// Behind a reference, for a payload is handed on many times.
    private indirect enum Storage: Sendable {
        case value(any Encodable & Sendable)
        case json([UInt8])
        case object(any Sendable)
        case stream(PayloadSource)
    }

    private let storage: Storage

    /// Carries a value; nothing is encoded until someone needs it.
    public init(_ value: some Encodable & Sendable) { storage = .value(value) }

    /// Carries an object that never leaves the process, as itself.
    public init(object: some Sendable) { storage = .object(object) }

    /// Carries values that come one after the other.
    public init<Elements: AsyncSequence & Sendable>(stream: Elements) where Elements.Element: Encodable & Sendable {
        storage = .stream(PayloadSource(stream))
    }

    /// Carries JSON text in UTF-8.
    ///
    /// - Throws: `PayloadError.invalidJSON` where it cannot be read.
    public init(json: [UInt8]) throws(PayloadError) {
        _ = try Self.tree(of: json)
        storage = .json(json)
    }

    /// The value as JSON with sorted keys.
    ///
    /// - Throws: `PayloadError.notEncodable`; an object and a stream have no JSON.
    public func json() throws(PayloadError) -> [UInt8] {
        if let reason = whyNotJSON { throw .notEncodable(type: typeName, reason: reason) }
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self))
        } catch {
            throw .notEncodable(type: typeName, reason: CodingFault.describe(error))
        }
    }

    /// The value itself where it is of the wanted type, otherwise what its JSON decodes to.
    public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws(PayloadError) -> Value {
        // Spelled out, as this is what most calls do; see `unchanged(as:)`.
        switch storage {
        case .value(let value): if let same = value as? Value { return same }
        case .object(let object): if let same = object as? Value { return same }
        case .json, .stream: break
        }
        let json = try json()
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch {
            throw .mismatch(expected: String(describing: type), found: typeName, reason: CodingFault.describe(error))
        }
    }

    /// The value itself where it is of the wanted type.
    func unchanged<Value>(as type: Value.Type) -> Value? {
        switch storage {
        case .value(let value): value as? Value
        case .object(let object): object as? Value
        case .json, .stream: nil
        }
    }

    /// The object itself where it is of the wanted type.
    ///
    /// - Throws: `PayloadError.mismatch` where it is not.
    public func object<Object: Sendable>(as type: Object.Type = Object.self) throws(PayloadError) -> Object {
        if let object = unchanged(as: type) { return object }
        throw .mismatch(
            expected: String(describing: type), found: typeName,
            reason: "an object is taken as the type that the module made, or a protocol that both link")
    }

    /// The values of a stream, read as the wanted type.
    ///
    /// - Throws: `PayloadError.mismatch` where it is no stream.
    public func stream<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self
    ) throws(PayloadError) -> PayloadStream<Value> {
        guard case .stream(let source) = storage else {
            throw .mismatch(expected: "a stream of \(type)", found: typeName, reason: "it is one value")
        }
        return PayloadStream(source: source) { try $0.decode(as: type) }
    }

    /// The values of a stream as they are, or `nil` where it is one value.
    @_spi(Host) public var elements: PayloadStream<Payload>? {
        guard case .stream(let source) = storage else { return nil }
        return PayloadStream(source: source) { $0 }
    }

    /// Whether it is a value that has JSON, as far as is known before it is encoded.
    var isEncodable: Bool { whyNotJSON == nil }

    private var whyNotJSON: String? {
        switch storage {
        case .value, .json: nil
        case .object: "it is an object that never leaves the process"
        case .stream: "it is a stream, whose values come one after the other"
        }
    }

    /// The value as a tree of JSON, which can be joined with others.
    func tree() throws(PayloadError) -> JSONValue {
        if case .json(let bytes) = storage { try Self.tree(of: bytes) } else { try Self.tree(of: json()) }
    }

    private static func tree(of json: [UInt8]) throws(PayloadError) -> JSONValue {
        var parser = JSONParser(json)
        do {
            return try parser.parse()
        } catch {
            throw .invalidJSON(reason: error.description)
        }
    }

    private var typeName: String {
        switch storage {
        case .value(let value): String(describing: type(of: value))
        case .json: "JSON"
        case .object(let object): String(describing: type(of: object))
        case .stream(let source): "a stream of \(source.element)"
        }
    }
}

extension Payload: Encodable {
    /// Encodes the value as if it stood alone.
    public func encode(to encoder: any Encoder) throws {
        switch storage {
        case .value(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .json(let bytes):
            try Self.tree(of: bytes).encode(to: encoder)
        case .object, .stream:
            let reason = whyNotJSON ?? ""
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
        }
    }
}

extension Payload: Decodable {
    /// Decodes any value; its type is found when it is read.
    public init(from decoder: any Decoder) throws { storage = .value(try JSONValue(from: decoder)) }
}

extension Payload: Equatable {
    /// Whether the two encode to the same JSON.
    public static func == (first: Payload, second: Payload) -> Bool {
        guard let left = try? first.json(), let right = try? second.json() else { return false }
        return left == right
    }
}

/// Why a value could not be carried or read.
public enum PayloadError: Error, Sendable, Equatable {
    /// The bytes are not JSON.
    case invalidJSON(reason: String)
    /// The value cannot be encoded as JSON.
    case notEncodable(type: String, reason: String)
    /// The value is not of the wanted type.
    case mismatch(expected: String, found: String, reason: String)
}

extension PayloadError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .invalidJSON(let reason):
            "the body is not JSON: \(reason); write a value such as {\"text\":\"hello\"}, "
                + "in single quotes where a shell reads it"
        case .notEncodable(let type, let reason):
            "a value of type \(type) cannot be encoded as JSON: \(reason); answer with a value that can"
        case .mismatch(let expected, let found, let reason):
            "expected \(expected), found \(found) that does not fit: \(reason); "
                + "send what the route takes, or ask for what it answers"
        }
    }
}

/// The values that a call gives one after the other, as a sequence of the caller's own type.
///
/// The next value is asked for when the caller asks for it, so that a slow caller slows the module down. Iterate it in one
/// task; ending the iteration ends the module's.
public struct PayloadStream<Value: Sendable>: AsyncSequence, Sendable {
    let source: PayloadSource
    let read: @Sendable (Payload) throws -> Value

    /// Asks for one value after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let next: () async throws -> Payload?
        let read: @Sendable (Payload) throws -> Value

        /// The next value, or `nil` at the end.
        ///
        /// - Throws: what the module threw, or `PayloadError` for a value that is not of the type.
        public mutating func next() async throws -> Value? { try await next().map { try read($0) } }
    }

    /// Begins the iteration.
    public func makeAsyncIterator() -> Iterator { Iterator(next: source.begin(), read: read) }
}

/// Where the values of a stream come from, whatever the module's own sequence is.
struct PayloadSource: Sendable {
    /// The type of the values, for messages.
    let element: String
    /// Begins an iteration.
    let begin: @Sendable () -> () async throws -> Payload?

    init<Elements: AsyncSequence & Sendable>(_ elements: Elements) where Elements.Element: Encodable & Sendable {
        element = String(describing: Elements.Element.self)
        begin = {
            var iterator = elements.makeAsyncIterator()
            return { try await iterator.next(isolation: #isolation).map { Payload($0) } }
        }
    }
}
