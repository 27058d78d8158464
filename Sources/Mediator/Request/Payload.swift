import FoundationEssentials

/// A value on its way between modules: itself within the process, JSON (RFC 8259) where types differ or it leaves.
public struct Payload: Sendable {
    private enum Storage: Sendable {
        case value(any Encodable & Sendable)
        case json([UInt8])
    }

    private let storage: Storage

    /// Carries a value; nothing is encoded until someone needs it.
    public init(_ value: some Encodable & Sendable) { storage = .value(value) }

    /// Carries JSON text in UTF-8.
    ///
    /// - Throws: `PayloadError.invalidJSON` where it cannot be read.
    public init(json: [UInt8]) throws(PayloadError) {
        _ = try Self.tree(of: json)
        storage = .json(json)
    }

    /// The value as JSON with sorted keys.
    public func json() throws(PayloadError) -> [UInt8] {
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
        if let same = unchanged(as: type) { return same }
        let json = try json()
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch {
            throw .mismatch(expected: String(describing: type), found: typeName, reason: CodingFault.describe(error))
        }
    }

    /// The value itself where it is of the wanted type.
    func unchanged<Value>(as type: Value.Type) -> Value? {
        guard case .value(let value) = storage else { return nil }
        return value as? Value
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
        }
    }
}

extension Payload: Equatable {
    /// Whether the two encode to the same JSON.
    public static func == (first: Payload, second: Payload) -> Bool {
        guard let left = try? first.json(), let right = try? second.json() else { return false }
        return left == right
    }
}
