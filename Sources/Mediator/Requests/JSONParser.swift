/// A parser of JSON (RFC 8259) into a tree. The time is linear in the length of the text, for any nesting depth.
///
/// The standard decoder would have to guess the type of each value, with an error for each wrong guess.
struct JSONParser {
    /// The maximum number of nested arrays and objects, so that no text exhausts the stack.
    static let depthLimit = 512

    let bytes: [UInt8]
    var position = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the single value of the text, and skips a byte order mark (RFC 8259, 8.1).
    mutating func parse() throws(JSONError) -> JSONValue {
        if bytes.starts(with: "\u{FEFF}".utf8) { position = 3 }
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw unexpected("the end") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): return .object(try nested { (parser) throws(JSONError) in try parser.members() })
        case UInt8(ascii: "["): return .array(try nested { (parser) throws(JSONError) in try parser.elements() })
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
        default: return try word()
        }
    }

    private mutating func nested<Part>(
        _ part: (inout JSONParser) throws(JSONError) -> Part
    ) throws(JSONError) -> Part {
        depth += 1
        guard depth <= Self.depthLimit else { throw .tooDeep(column: position + 1) }
        position += 1
        let part = try part(&self)
        depth -= 1
        return part
    }

    /// Returns the members up to and including the closing brace; if several have the same name, the last one counts.
    private mutating func members() throws(JSONError) -> [String: JSONValue] {
        if skip(UInt8(ascii: "}")) { return [:] }
        // A dictionary that grows member by member would hash its names again each time that it grows.
        var members: [(String, JSONValue)] = []
        repeat {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
            let name = try string()
            guard skip(UInt8(ascii: ":")) else { throw unexpected("a colon") }
            members.append((name, try value()))
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw unexpected("a comma or }") }
        return Dictionary(members) { $1 }
    }

    /// Returns the elements up to and including the closing bracket.
    private mutating func elements() throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        if skip(UInt8(ascii: "]")) { return elements }
        repeat {
            elements.append(try value())
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw unexpected("a comma or ]") }
        return elements
    }

    private mutating func word() throws(JSONError) -> JSONValue {
        let words: [(String, JSONValue)] = [("true", .bool(true)), ("false", .bool(false)), ("null", .null)]
        for (word, value) in words where bytes[position...].starts(with: word.utf8) {
            position += word.utf8.count
            return value
        }
        throw unexpected("a value")
    }

    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Skips white space and then the byte, and returns whether the byte was present.
    mutating func skip(_ byte: UInt8) -> Bool {
        skipSpace()
        guard current == byte else { return false }
        position += 1
        return true
    }

    func unexpected(_ expected: String) -> JSONError {
        .unexpected(column: position + 1, expected: expected)
    }
}

extension JSONParser {
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
        let digits = bytes[start..<position]
        if position == integerEnd, digits.count <= 18, bytes[start] != UInt8(ascii: "-") {
            return .integer(Int128(digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }))
        }
        let text = String(decoding: digits, as: UTF8.self)
        if position == integerEnd, let integer = Int128(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw .tooLarge(column: start + 1) }
        return JSONValue(number, written: text)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let byte = current, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        guard position > start else { throw unexpected("a digit") }
    }

    mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        try skipPlain()
        var text = bytes[start..<position]
        while current == UInt8(ascii: "\\") {
            position += 1
            try escape(into: &text)
            let start = position
            try skipPlain()
            text += bytes[start..<position]
        }
        guard skip(UInt8(ascii: "\"")) else { throw unexpected("a closing quote") }
        guard let valid = try? UTF8Span(validating: text.span) else { throw .notUTF8(column: start + 1) }
        return String(copying: valid)
    }

    /// Skips the characters of a string up to an escape or its end.
    private mutating func skipPlain() throws(JSONError) {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte >= 0x20 else { throw unexpected("a character that a string may contain") }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
            position += 1
        }
    }

    private mutating func escape(into text: inout ArraySlice<UInt8>) throws(JSONError) {
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

    /// Returns the scalar after `\u`: four hexadecimal digits, or a pair of escapes for a scalar beyond U+FFFF.
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

/// The reason why bytes are not JSON; columns count bytes from 1.
enum JSONError: Error, Equatable, CustomStringConvertible {
    case unexpected(column: Int, expected: String)
    case notUTF8(column: Int)
    case tooLarge(column: Int)
    case tooDeep(column: Int)

    var description: String { text { "column \($0)" } }

    /// Returns the error as text, with a closure that describes the column.
    fileprivate func text(_ place: (Int) -> String) -> String {
        switch self {
        case .unexpected(let column, let expected): "\(place(column)) is not \(expected)"
        case .notUTF8(let column): "the text at \(place(column)) is not UTF-8"
        case .tooLarge(let column): "the number at \(place(column)) is too large"
        case .tooDeep(let column): "\(place(column)) is more than \(JSONParser.depthLimit) levels deep"
        }
    }
}

extension JSONValue {
    /// Parses a document that a person wrote.
    /// - Throws: the fault, with its line and column.
    @_spi(Host) public init(document bytes: [UInt8]) throws(DescribedError) {
        var parser = JSONParser(bytes)
        do {
            self = try parser.parse()
        } catch {
            throw DescribedError(
                description: error.text { column in
                    let before = bytes.prefix(max(0, column - 1))
                    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
                    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
                    return "column \(before.count - start + 1) of line \(line)"
                })
        }
    }
}
