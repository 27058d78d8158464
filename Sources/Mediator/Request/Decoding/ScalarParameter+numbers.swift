extension ScalarParameter where Self: FixedWidthInteger {
    init?(text: String) { self.init(text, radix: 10) }

    init?(json: JSONValue) {
        switch json {
        case .integer(let value): self.init(exactly: value)
        // Beyond 2^53 a `Double` may already be another integer than the one that was written.
        case .number(let value) where value.magnitude <= 0x1p53: self.init(exactly: value)
        default: return nil
        }
    }

    static var placeholder: Self { 0 }

    /// The type and its range, which few know by heart, but for the two that are nearly without one.
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
        // Swift reads hexadecimal too, which no pattern's `double` does.
        guard !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }) else { return nil }
        self.init(text)
        guard isFinite else { return nil }
    }

    init?(json: JSONValue) {
        switch json {
        case .integer(let value): self.init(value)
        case .number(let value): self.init(value)
        default: return nil
        }
        guard isFinite else { return nil }
    }

    static var placeholder: Self { 0 }
    static var expectation: String { "\(Self.self) (a finite number)" }
}

extension Double: ScalarParameter {}
extension Float: ScalarParameter {}
