extension JSONParser {
    /// A number: an integer where it is written as one, so that no digit is lost.
    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") { position += 1 } else { try digits() }
        let integerEnd = position
        if current == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if position == integerEnd, let integer = Int128(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw .tooLarge(column: start + 1) }
        return .number(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = current, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        guard position > start else { throw unexpected("a digit") }
    }

    mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        var text: [UInt8] = []
        while let byte = current, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw unexpected("a character that may stand in a string") }
            position += 1
            if byte == UInt8(ascii: "\\") {
                try escape(into: &text)
            } else {
                text.append(byte)
            }
        }
        guard skip(UInt8(ascii: "\"")) else { throw unexpected("a closing quote") }
        guard let string = String(validating: text, as: UTF8.self) else { throw .notUTF8(column: start + 1) }
        return string
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let byte = current
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[position - 1])
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try unicodeScalar()).utf8)
        default:
            position -= 1
            throw unexpected("an escape")
        }
    }

    /// A scalar after `\u`: four hexadecimal digits, or two times four for one beyond U+FFFF.
    private mutating func unicodeScalar() throws(JSONError) -> Unicode.Scalar {
        let start = position
        let first = try codeUnit()
        var scalar = Unicode.Scalar(UInt32(first))
        if UTF16.isLeadSurrogate(first), bytes[position...].starts(with: #"\u"#.utf8) {
            position += 2
            let second = try codeUnit()
            if UTF16.isTrailSurrogate(second) {
                scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
            }
        }
        guard let scalar else { throw .unexpected(column: start + 1, expected: "a character") }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        let digits = bytes[position...].prefix(4)
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 4, digits.first != UInt8(ascii: "+"), let unit = UInt16(text, radix: 16) else {
            throw unexpected("four hexadecimal digits")
        }
        position += 4
        return unit
    }
}
