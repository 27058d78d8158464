import FoundationEssentials
import Synchronization

/// A value that one module passes to another.
///
/// Within a process, the value itself is passed. For another type or another process, it becomes JSON (RFC 8259).
public struct Payload: Sendable {
    /// Indirect, because a payload is copied often.
    private indirect enum Storage: Sendable {
        case value(any Encodable & Sendable)
        /// A parsed value, and the size of its text in bytes.
        case json(JSONValue, size: Int)
        /// JSON from another process, which a payload in that process wrote for a value of the type.
        case written([UInt8], type: String)
        case object(any Sendable)
        case stream(PayloadSource)
        /// A value of another process that cannot leave that process.
        case unavailable(PayloadError)
    }

    private let storage: Storage

    /// Carries a value, which is encoded only if JSON is needed.
    public init(_ value: some Encodable & Sendable) { storage = .value(value) }

    /// Carries an object that never leaves the process.
    public init(object: some Sendable) { storage = .object(object) }

    /// Carries a sequence of values.
    public init<Elements: AsyncSequence & Sendable>(stream: Elements) where Elements.Element: Encodable & Sendable {
        storage = .stream(PayloadSource(stream))
    }

    /// Carries JSON text in UTF-8.
    /// - Throws: `PayloadError.invalidJSON` if the text is not JSON.
    public init(json: [UInt8]) throws(PayloadError) {
        storage = .json(try Self.tree(of: json), size: json.count)
    }

    /// Carries JSON that a payload of another process wrote for a value of a type. Reading invalid JSON throws.
    @_spi(Host) public init(written json: [UInt8], type: String) { storage = .written(json, type: type) }

    /// Represents a value that cannot leave another process; reading it throws the error.
    @_spi(Host) public init(unavailable error: PayloadError) { storage = .unavailable(error) }

    /// Returns the value as JSON with sorted keys.
    /// - Throws: `PayloadError.notEncodable`, also for an object and a stream.
    public func json() throws(PayloadError) -> [UInt8] {
        if case .unavailable(let error) = storage { throw error }
        if let reason = whyNotJSON { throw .notEncodable(type: typeName, reason: reason) }
        do {
            // A value is cheaper to encode without a container around it.
            if case .value(let value) = storage { return Array(try JSONEncoder.ofValues.encode(value)) }
            return Array(try JSONEncoder.ofValues.encode(self))
        } catch {
            throw .notEncodable(type: typeName, reason: error.inWords)
        }
    }

    /// Returns the value itself if it has the requested type; otherwise, decodes its JSON.
    /// - Throws: `PayloadError.mismatch` or `.notEncodable`.
    public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws(PayloadError) -> Value {
        // Most calls take this path. It avoids a cast, which would look up `Optional<Value>` in the runtime.
        if case .value(let value) = storage, Swift.type(of: value) == type { return Self.same(value) }
        return try converted()
    }

    /// Returns a value as the requested type, which must be the type of the value.
    private static func same<Stored, Value>(_ value: Stored) -> Value {
        // Safe: the caller compared the types. If `Stored` is a superclass, a value of either type is a reference.
        unsafeBitCast(value, to: Value.self)
    }

    @inline(never)
    private func converted<Value: Decodable>(to type: Value.Type = Value.self) throws(PayloadError) -> Value {
        if let same = unchanged(as: type) { return same }
        let tree = try tree()
        do {
            return try JSONTreeDecoder(tree).decode(type)
        } catch {
            throw .mismatch(expected: String(describing: type), found: typeName, reason: error.inWords)
        }
    }

    /// Returns the value itself if it has the requested type; otherwise `nil`.
    @_spi(Host) public func unchanged<Value>(as type: Value.Type) -> Value? {
        switch storage {
        case .value(let value): value as? Value
        case .object(let object): object as? Value
        case .json, .written, .stream, .unavailable: nil
        }
    }

    /// Returns the object itself.
    /// - Throws: `PayloadError.mismatch` if it does not have the requested type.
    public func object<Object: Sendable>(as type: Object.Type = Object.self) throws(PayloadError) -> Object {
        if let object = unchanged(as: type) { return object }
        let reason =
            if case .unavailable = storage {
                "an object cannot leave its process; run its module in the host's with `module isolate NAME --off`"
            } else {
                "an object can be read as its own type, or as a protocol that both modules link"
            }
        throw .mismatch(expected: String(describing: type), found: typeName, reason: reason)
    }

    /// Returns the values of a stream, decoded as the requested type.
    /// - Throws: `PayloadError.mismatch` if the payload is not a stream.
    public func stream<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self
    ) throws(PayloadError) -> PayloadStream<Value> {
        guard case .stream(let source) = storage else {
            throw .mismatch(expected: "a stream of \(type)", found: typeName, reason: "it is one value")
        }
        return PayloadStream(source: source) { try $0.decode(as: type) }
    }

    /// The values of a stream, not decoded; `nil` for a single value. A second concurrent reader gets an error.
    @_spi(Host) public var elements: PayloadStream<Payload>? {
        guard case .stream(let source) = storage else { return nil }
        return PayloadStream(source: source.inTurn) { $0 }
    }

    /// Whether the value can be JSON, as far as is known before encoding.
    var isEncodable: Bool { whyNotJSON == nil }

    private var whyNotJSON: String? {
        switch storage {
        case .value, .json, .written: nil
        case .unavailable(let error): error.description
        case .object: "it is an object that never leaves the process"
        case .stream: "it is a stream, whose values come one after the other"
        }
    }

    /// Returns the value as a tree of JSON, which can be joined with other trees.
    package func tree() throws(PayloadError) -> JSONValue {
        switch storage {
        case .json(let tree, _): tree
        case .written(let json, _): try Self.tree(of: json)
        default: try Self.tree(of: json())
        }
    }

    private static func tree(of json: [UInt8]) throws(PayloadError) -> JSONValue {
        var parser = JSONParser(json)
        do {
            return try parser.parse()
        } catch {
            throw .invalidJSON(reason: error.description)
        }
    }

    /// The name of the value's type, for messages.
    @_spi(Host) public var typeName: String {
        switch storage {
        case .value(let value): String(describing: type(of: value))
        case .json: "JSON"
        case .written(_, let type): type
        case .object(let object): String(describing: type(of: object))
        case .stream(let source): "a stream of \(source.element)"
        case .unavailable: "a value of another process"
        }
    }
}

extension Payload: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind, the type, and the size of JSON; never the content, which may be secret.
    public var description: String {
        switch storage {
        case .value: "a value of type \(typeName)"
        case .json(_, let size): "\(size) bytes of JSON"
        case .written(let json, let type): "\(json.count) bytes of JSON of type \(type)"
        case .object: "an object of type \(typeName)"
        case .stream, .unavailable: typeName
        }
    }

    /// The description.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Payload: Encodable {
    /// Encodes the value itself.
    /// - Throws: `PayloadError` without valid JSON, or `EncodingError` for an object, a stream or an unavailable value.
    public func encode(to encoder: any Encoder) throws {
        switch storage {
        case .value, .json, .written:
            // Another encoder would write a date in a different format.
            try tree().encode(to: encoder)
        case .object, .stream, .unavailable:
            let reason = whyNotJSON ?? ""
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
        }
    }
}

extension Payload: Decodable {
    /// Decodes any value; its type is determined when it is read.
    /// - Throws: `DecodingError` for a value that JSON cannot represent.
    public init(from decoder: any Decoder) throws { storage = .value(try JSONValue(from: decoder)) }
}

extension Payload: Equatable {
    /// Returns whether both payloads encode to equal JSON.
    public static func == (first: Payload, second: Payload) -> Bool {
        guard let left = try? first.json(), let right = try? second.json() else { return false }
        return left == right
    }
}

@_spi(Host) extension Payload {
    /// Returns whether another payload is a forwarded copy of this payload; `false` if that is unknown.
    public func isSame(as other: Payload) -> Bool {
        switch (storage, other.storage) {
        case (.json(let tree, _), .json(let other, _)): tree == other
        case (.written(let json, let type), .written(let otherJSON, let otherType)):
            json == otherJSON && type == otherType
        case (.stream(let source), .stream(let other)): source.turn === other.turn
        case (.unavailable(let error), .unavailable(let other)): error == other
        case (.value(let value as [UInt8]), .value(let other as [UInt8])): value == other
        case (.value(let value as String), .value(let other as String)): value == other
        default: false
        }
    }
}

/// The reason why a value could not be carried or read.
public enum PayloadError: Error, Sendable, Equatable, Codable {
    /// The bytes are not JSON.
    case invalidJSON(reason: String)
    /// The value cannot be encoded as JSON.
    case notEncodable(type: String, reason: String)
    /// The value does not have the requested type.
    case mismatch(expected: String, found: String, reason: String)
}

extension PayloadError: CustomStringConvertible {
    /// The fault without the remedy.
    @_spi(Host) public var fault: String {
        switch self {
        case .invalidJSON(let reason): "the body is not JSON: \(reason)"
        case .mismatch(let expected, let found, let reason):
            "expected \(expected), found \(found) that does not fit: \(reason)"
        default: "\(self)"
        }
    }

    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .invalidJSON:
            fault + "; write a value such as {\"text\":\"hello\"}, in single quotes on a command line"
        case .notEncodable(let type, let reason):
            "a value of type \(type) cannot be encoded as JSON: \(reason); answer with a value that can"
        case .mismatch: fault + "; send the route's input type, or request its answer type"
        }
    }
}

/// The values of a call's stream, as an asynchronous sequence of the caller's type.
///
/// The module produces the next value when the caller requests it, so a slow caller slows the module down. Iterate in
/// one task; the end of the iteration also ends the module's iteration.
public struct PayloadStream<Value: Sendable>: AsyncSequence, Sendable {
    let source: PayloadSource
    let read: @Sendable (Payload) throws -> Value

    /// An iteration that requests one value after another.
    public struct Iterator: AsyncIteratorProtocol {
        let next: () async throws -> Payload?
        let read: @Sendable (Payload) throws -> Value

        /// Returns the next value, or `nil` at the end.
        /// - Throws: the module's error, or `PayloadError` for a value of another type.
        public mutating func next() async throws -> Value? { try await next().map { try read($0) } }
    }

    /// Begins the iteration.
    public func makeAsyncIterator() -> Iterator { Iterator(next: source.begin(), read: read) }
}

/// The source of a stream's values. It hides the type of the module's sequence.
struct PayloadSource: Sendable {
    /// The type of the values, for messages.
    let element: String
    let begin: @Sendable () -> () async throws -> Payload?
    /// All copies of the source share this object.
    let turn: Turn

    /// Whether a step is in progress, that is, whether a reader waits for the next value.
    final class Turn: Sendable { let isTaken = Atomic(false) }

    /// The source for readers that are not trusted to iterate in one task. A step during another step throws an error,
    /// because two concurrent steps of some system sequences would end the process.
    var inTurn: PayloadSource {
        PayloadSource(element: element, turn: turn) { [begin, turn] in
            let next = begin()
            return {
                guard !turn.isTaken.exchange(true, ordering: .acquiring) else {
                    throw DescribedError(
                        description: "a value of the stream is already awaited; iterate over the stream in one task")
                }
                defer { turn.isTaken.store(false, ordering: .releasing) }
                return try await next()
            }
        }
    }

    private init(element: String, turn: Turn, begin: @escaping @Sendable () -> () async throws -> Payload?) {
        (self.element, self.turn, self.begin) = (element, turn, begin)
    }

    init<Elements: AsyncSequence & Sendable>(_ elements: Elements) where Elements.Element: Encodable & Sendable {
        element = String(describing: Elements.Element.self)
        turn = Turn()
        begin = {
            var iterator = elements.makeAsyncIterator()
            return { try await iterator.next(isolation: #isolation).map { Payload($0) } }
        }
    }
}
