import FoundationEssentials

/// A type whose value is one text in path or query, and one value in the body.
protocol ScalarParameter: Decodable, DescribedType, Sendable {
    /// Creates a value from a text of path or query.
    init?(text: String)

    /// Creates a value from a value of the body, strictly: a number is not a text, and a text is not a number.
    init?(json: JSONValue)

    /// The placeholder for an absent or invalid value; most types with checks in their decoding accept it.
    static var placeholder: Self { get }
}

extension ScalarParameter {
    static var expectation: String { String(describing: Self.self) }

    init?(json: JSONValue) {
        guard case .string(let text) = json else { return nil }
        self.init(text: text)
    }

    init?(_ value: ParameterNode.Leaf) {
        switch value {
        case .text(let text): self.init(text: text)
        case .json(let json): self.init(json: json)
        }
    }
}

extension String: ScalarParameter {
    init?(text: String) { self = text }

    static var placeholder: String { "1" }
}

extension Bool: ScalarParameter {
    init?(text: String) {
        switch text {
        case "true", "1": self = true
        case "false", "0": self = false
        default: return nil
        }
    }

    init?(json: JSONValue) {
        guard case .bool(let value) = json else { return nil }
        self = value
    }

    static var placeholder: Bool { false }
    static var expectation: String { "Bool (true or false)" }
}

extension ScalarParameter where Self: FixedWidthInteger {
    init?(text: String) { self.init(text, radix: 10) }

    init?(json: JSONValue) {
        switch json {
        case .integer(let value): self.init(exactly: value)
        // Beyond 2^53 a `Double` may differ from the integer in the text.
        case .number(let value) where value.magnitude <= 0x1p53: self.init(exactly: value)
        case .digits(let text): self.init(text: text)
        default: return nil
        }
    }

    static var placeholder: Self { 1 }

    /// The type and its range; types of 64 bits or more have no range, or only the lower bound 0.
    static var expectation: String {
        switch bitWidth {
        case ..<64: "\(Self.self) (\(min) to \(max))"
        default: isSigned ? "\(Self.self)" : "\(Self.self) (0 or more)"
        }
    }
}

extension Int: ScalarParameter {}
extension Int8: ScalarParameter {}
extension Int16: ScalarParameter {}
extension Int32: ScalarParameter {}
extension Int64: ScalarParameter {}
extension Int128: ScalarParameter {}
extension UInt: ScalarParameter {}
extension UInt8: ScalarParameter {}
extension UInt16: ScalarParameter {}
extension UInt32: ScalarParameter {}
extension UInt64: ScalarParameter {}
extension UInt128: ScalarParameter {}

extension ScalarParameter where Self: BinaryFloatingPoint & LosslessStringConvertible {
    init?(text: String) {
        // Swift also reads hexadecimal numbers, which no pattern's `double` accepts.
        guard !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }) else { return nil }
        self.init(text)
        guard isFinite else { return nil }
    }

    init?(json: JSONValue) {
        switch json {
        case .integer(let value): self.init(value)
        case .number(let value): self.init(value)
        case .digits(let text): self.init(text: text)
        default: return nil
        }
        guard isFinite else { return nil }
    }

    static var placeholder: Self { 1 }
    static var expectation: String { "\(Self.self) (a finite number)" }
}

extension Double: ScalarParameter {}
extension Float: ScalarParameter {}
extension Float16: ScalarParameter {}

// In the body, these types have the format of `JSONEncoder.ofValues`, which their own initialisers do not read.

extension Data: ScalarParameter {
    /// Reads both alphabets (RFC 4648, sections 4 and 5), with or without padding.
    init?(text: String) {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = text.contains("=") ? 0 : (4 - standard.utf8.count % 4) % 4
        self.init(base64Encoded: standard + String(repeating: "=", count: padding))
    }

    static var placeholder: Data { Data() }
    static var expectation: String { "Data (base64 or base64url)" }
}

extension URL: ScalarParameter {
    /// Reads a URL as it is written. Foundation's escaping of invalid characters would escape existing escapes again.
    init?(text: String) {
        let ascii = text.unicodeScalars.map { $0.isASCII ? String($0) : PercentEncoding.component(String($0)) }
        self.init(string: ascii.joined(), encodingInvalidCharacters: false)
    }

    static var placeholder: URL { URL(filePath: "/") }
    static var expectation: String { "URL (a space in it is written as %20)" }
}

extension UUID: ScalarParameter {
    init?(text: String) {
        // The library also accepts signs and spaces as digits.
        self.init(uuidString: ParameterType(name: "", shape: .uuid).accepts(text) ? text : "")
    }

    static var placeholder: UUID { UUID() }
}

extension Duration: ScalarParameter {
    /// Reads a number of seconds, with a precision of an attosecond.
    init?(text: String) {
        let second = Decimal(sign: .plus, exponent: 18, significand: 1)
        guard let seconds = Decimal(text: text), let whole = Int128((seconds * second).description) else { return nil }
        self.init(attoseconds: whole)
    }

    init?(json: JSONValue) {
        let seconds = Decimal(json: json).flatMap { Duration(text: $0.description) }
        // The library encodes a duration as an array.
        guard let value = seconds ?? (try? Duration(from: JSONTreeDecoder(json))) else { return nil }
        self = value
    }

    static var placeholder: Duration { .zero }
    static var expectation: String { "Duration (in seconds, such as 1.5)" }
}

extension Decimal: ScalarParameter {
    init?(text: String) {
        // `Decimal` itself reads the number at the beginning of a text, ignores the rest, and cuts digits.
        guard Double(text: text) != nil, let value = Decimal(string: text),
            Self.digits(of: value.description) == Self.digits(of: text)
        else { return nil }
        self = value
    }

    init?(json: JSONValue) {
        switch json {
        case .integer(let value): self.init(text: value.description)
        // The shortest text of a number has the written digits, but the number's binary value does not.
        case .number(let value): self.init(text: value.description)
        case .digits(let text): self.init(text: text)
        default: return nil
        }
    }

    /// Returns the digits of a number without the zeros around them, last digit first.
    static func digits(of text: String) -> [UInt8] {
        let all = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { $0 > UInt8(ascii: "/") }
        return Array(all.drop { $0 == UInt8(ascii: "0") }.reversed().drop { $0 == UInt8(ascii: "0") })
    }

    static var placeholder: Decimal { 1 }
    static var expectation: String { "Decimal (of up to 38 digits)" }
}

extension Date: ScalarParameter {
    static var placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
    static var expectation: String { "Date (such as 2026-05-01T12:00:00Z or 2026-05-01T14:00:00.5+02:00)" }
}

/// The scalar types, compared by identity: looking up a type's conformances is slow with many loaded libraries.
enum ScalarTypes {
    static func type(for type: any Any.Type) -> (any ScalarParameter.Type)? { all.first { $0 == type } }

    private static let all: [any ScalarParameter.Type] = [
        String.self, Bool.self, Double.self, Float.self, Float16.self,
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self,
        UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
        Data.self, Date.self, Decimal.self, Duration.self, URL.self, UUID.self,
    ]
}
