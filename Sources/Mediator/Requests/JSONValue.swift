import FoundationEssentials

/// A JSON value of any kind (RFC 8259).
@_spi(Host) public enum JSONValue: Sendable, Equatable {
    /// JSON `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that fits 128 bits.
    case integer(Int128)
    /// Another number whose digits a `Double` preserves.
    case number(Double)
    /// The text of any other number.
    case digits(String)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by name.
    case object([String: JSONValue])
}

@_spi(Host) extension JSONValue: Codable {
    /// Encodes the value itself.
    /// - Throws: the encoder's error, such as for a number that is not finite.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .digits(let text):
            let decimal = Decimal(text: text)
            if let decimal { try container.encode(decimal) } else { try container.encode(Double(text)) }
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// Decodes any JSON value.
    /// - Throws: `DecodingError` for a value that JSON cannot represent.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let tree = container as? JSONTreeDecoder {
            self = tree.value
        } else if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Int128.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = JSONValue(value, written: (try? container.decode(Decimal.self))?.description ?? "\(value)")
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}

extension JSONValue {
    init(_ number: Double, written text: String) {
        // A `Double` preserves 15 digits, except near zero.
        let isKept = text.utf8.count <= 15 && number.isNormal
        self = isKept || Decimal.digits(of: "\(number)") == Decimal.digits(of: text) ? .number(number) : .digits(text)
    }

    /// The value as JSON, for messages.
    @_spi(Host) public var text: String {
        // A value that was read from JSON can be written as JSON again.
        (try? JSONEncoder.ofValues.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The replacement of a redacted value.
    static let hidden = JSONValue.string(URLRedaction.mark)

    /// Returns the value with `change` applied to its texts and names. The values of `names`, and numbers whose text
    /// `change` would alter, become `***`.
    @_spi(Host) public func redacted(_ names: Set<String>, _ change: (String) -> String) -> JSONValue {
        switch self {
        case .null, .bool: return self
        case .integer(let number): return change("\(number)") == "\(number)" ? self : .hidden
        case .number(let number): return change("\(number)") == "\(number)" ? self : .hidden
        case .digits(let text): return change(text) == text ? self : .hidden
        case .string(let string): return .string(change(string))
        case .array(let values): return .array(values.map { $0.redacted(names, change) })
        case .object(let members):
            let shown = members.map { (change($0), names.contains($0) ? .hidden : $1.redacted(names, change)) }
            return .object(Dictionary(shown) { first, _ in first })
        }
    }
}
