import FoundationEssentials
import Synchronization

/// A value between modules: itself within the process, JSON (RFC 8259) if types differ or it leaves the process.
public struct Payload: Sendable {
    /// Behind a reference, because a payload is passed on many times.
    private indirect enum Storage: Sendable {
        case value(any Encodable & Sendable)
        /// The value of a text, and the size of the text in bytes.
        case json(JSONValue, size: Int)
        /// The text that a payload of another process wrote for a value of a type.
        case written([UInt8], type: String)
        case object(any Sendable)
        case stream(PayloadSource)
        /// A value of another process that could not leave it.
        case unavailable(PayloadError)
    }

    private let storage: Storage

    /// Carries a value, which is encoded only when JSON is needed.
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

    /// Carries JSON that a payload of another process wrote for a value of a type; reading other bytes throws an error.
    @_spi(Host) public init(written json: [UInt8], type: String) { storage = .written(json, type: type) }

    /// Stands for a value of another process that could not leave it; reading it throws the error.
    @_spi(Host) public init(unavailable error: PayloadError) { storage = .unavailable(error) }

    /// Returns the value as JSON with sorted keys.
    /// - Throws: `PayloadError.notEncodable`; an object and a stream have no JSON.
    public func json() throws(PayloadError) -> [UInt8] {
        if case .unavailable(let error) = storage { throw error }
        if let reason = whyNotJSON { throw .notEncodable(type: typeName, reason: reason) }
        do {
            // Without a container around it, a value costs less.
            if case .value(let value) = storage { return Array(try JSONEncoder.ofValues.encode(value)) }
            return Array(try JSONEncoder.ofValues.encode(self))
        } catch {
            throw .notEncodable(type: typeName, reason: error.inWords)
        }
    }

    /// Returns the value itself if it is of the wanted type, otherwise the value that its JSON decodes to.
    /// - Throws: `PayloadError.mismatch` or `.notEncodable`.
    public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws(PayloadError) -> Value {
        // Most calls take this way. A cast would look up the optional of the type.
        if case .value(let value) = storage, Swift.type(of: value) == type { return Self.same(value) }
        return try converted()
    }

    /// Returns a value whose type is the wanted one.
    private static func same<Stored, Value>(_ value: Stored) -> Value {
        // Safe: the caller found them equal. A superclass's value is a reference to one object, as the class's is.
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

    /// Returns the value itself if it is of the wanted type, otherwise `nil`.
    @_spi(Host) public func unchanged<Value>(as type: Value.Type) -> Value? {
        switch storage {
        case .value(let value): value as? Value
        case .object(let object): object as? Value
        case .json, .written, .stream, .unavailable: nil
        }
    }

    /// Returns the object itself.
    /// - Throws: `PayloadError.mismatch` if it is not of the wanted type.
    public func object<Object: Sendable>(as type: Object.Type = Object.self) throws(PayloadError) -> Object {
        if let object = unchanged(as: type) { return object }
        let reason =
            if case .unavailable = storage {
                "an object needs one process; run its module in the host's with `module isolate NAME --off`"
            } else {
                "an object is taken as the type that the module made, or a protocol that both link"
            }
        throw .mismatch(expected: String(describing: type), found: typeName, reason: reason)
    }

    /// Returns the values of a stream, read as the wanted type.
    /// - Throws: `PayloadError.mismatch` if the payload is no stream.
    public func stream<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self
    ) throws(PayloadError) -> PayloadStream<Value> {
        guard case .stream(let source) = storage else {
            throw .mismatch(expected: "a stream of \(type)", found: typeName, reason: "it is one value")
        }
        return PayloadStream(source: source) { try $0.decode(as: type) }
    }

    /// The unread values of a stream, or `nil` for one value; a step during another one, of any iteration, throws.
    @_spi(Host) public var elements: PayloadStream<Payload>? {
        guard case .stream(let source) = storage else { return nil }
        return PayloadStream(source: source.inTurn) { $0 }
    }

    /// Whether the value has JSON, as far as is known before it is encoded.
    var isEncodable: Bool { whyNotJSON == nil }

    private var whyNotJSON: String? {
        switch storage {
        case .value, .json, .written: nil
        case .unavailable(let error): error.description
        case .object: "it is an object that never leaves the process"
        case .stream: "it is a stream, whose values come one after the other"
        }
    }

    /// Returns the value as a tree of JSON, which can be joined with others.
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
    /// Encodes the value as if it were alone.
    /// - Throws: `PayloadError` without JSON, or `EncodingError` for an object, a stream, and a value left elsewhere.
    public func encode(to encoder: any Encoder) throws {
        switch storage {
        case .value, .json, .written:
            // Another encoder would write a date in its own form.
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
    /// - Throws: `DecodingError` for a value that JSON does not have.
    public init(from decoder: any Decoder) throws { storage = .value(try JSONValue(from: decoder)) }
}

extension Payload: Equatable {
    /// Returns whether the two encode to equal JSON.
    public static func == (first: Payload, second: Payload) -> Bool {
        guard let left = try? first.json(), let right = try? second.json() else { return false }
        return left == right
    }
}

@_spi(Host) extension Payload {
    /// Returns whether the other one is a copy of this one that was passed on; `false` if that cannot be told.
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
    /// The value is not of the wanted type.
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
        case .mismatch: fault + "; send what the route takes, or ask for what it answers"
        }
    }
}

/// The values of a call one after the other, as a sequence of the caller's own type.
///
/// The module makes the next value when the caller asks for it, so that a slow caller slows the module down. Iterate it
/// in one task; ending the iteration ends the module's.
public struct PayloadStream<Value: Sendable>: AsyncSequence, Sendable {
    let source: PayloadSource
    let read: @Sendable (Payload) throws -> Value

    /// An iteration that asks for one value after the other.
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

/// The source of a stream's values, for any sequence of the module.
struct PayloadSource: Sendable {
    /// The type of the values, for messages.
    let element: String
    let begin: @Sendable () -> () async throws -> Payload?
    /// The one of all copies of the source.
    let turn: Turn

    /// Whether a step is under way.
    final class Turn: Sendable { let isTaken = Atomic(false) }

    /// The source for readers that are not trusted to iterate in one task: a second step at once is an error, where
    /// some sequences of the system end the process.
    var inTurn: PayloadSource {
        PayloadSource(element: element, turn: turn) { [begin, turn] in
            let next = begin()
            return {
                guard !turn.isTaken.exchange(true, ordering: .acquiring) else {
                    throw DescribedError(
                        description: "a value of the stream is awaited already; iterate over it in one task")
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
