/// Recognises the values of the built-in parameter types, byte by byte, with no allocation.
enum Recognizer {
    static func isInteger(_ value: UnsafeRawBufferPointer, signed: Bool) -> Bool {
        let isNegative = value.first == UInt8(ascii: "-")
        let hasSign = isNegative || value.first == UInt8(ascii: "+")
        guard value.count > (hasSign ? 1 : 0), !hasSign || signed else { return false }
        let limit = signed ? UInt64(Int64.max) + (isNegative ? 1 : 0) : .max
        var number: UInt64 = 0
        for index in (hasSign ? 1 : 0)..<value.count {
            guard isDigit(value[index]) else { return false }
            let (shifted, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(UInt64(value[index] - UInt8(ascii: "0")))
            guard !overflow, !carry, sum <= limit else { return false }
            number = sum
        }
        return true
    }

    /// `-1`, `1.5`, `.5`, `1e-3`: digits with at most one point, then an exponent.
    static func isDecimal(_ value: UnsafeRawBufferPointer) -> Bool {
        var rest = withoutSign(value[...])
        let whole = rest.prefix(while: isDigit)
        rest = rest.dropFirst(whole.count)
        var digits = whole.count
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            rest = rest.dropFirst(fraction.count + 1)
            digits += fraction.count
        }
        guard digits > 0 else { return false }
        guard let exponent = rest.first else { return true }
        guard exponent | 0x20 == UInt8(ascii: "e") else { return false }
        let power = withoutSign(rest.dropFirst())
        return !power.isEmpty && power.allSatisfy(isDigit)
    }

    static func isUUID(_ value: UnsafeRawBufferPointer) -> Bool {
        guard value.count == 36 else { return false }
        return value.indices.allSatisfy { index in
            switch index {
            case 8, 13, 18, 23: value[index] == UInt8(ascii: "-")
            default: isHexadecimal(value[index])
            }
        }
    }

    static func isSlug(_ value: UnsafeRawBufferPointer) -> Bool {
        var previous = UInt8(ascii: "-")
        for byte in value {
            let isHyphen = byte == UInt8(ascii: "-")
            guard isHyphen ? previous != byte : isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            else { return false }
            previous = byte
        }
        return previous != UInt8(ascii: "-")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func withoutSign(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes
    }
}
