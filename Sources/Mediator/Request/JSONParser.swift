/// Reads JSON (RFC 8259) into a tree, in time linear in its length whatever its depth.
///
/// The standard decoder would have to guess the type of each value, at the price of an error for each wrong guess.
struct JSONParser {
    /// The most levels of arrays and objects, so that no text exhausts the stack.
    static let depthLimit = 512

    let bytes: [UInt8]
    var position = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The one value that the text is.
    mutating func parse() throws(JSONError) -> JSONValue {
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

    /// The members up to and with the closing brace; of two with the same name the last counts.
    private mutating func members() throws(JSONError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if skip(UInt8(ascii: "}")) { return members }
        repeat {
            skipSpace()
            guard current == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
            let name = try string()
            guard skip(UInt8(ascii: ":")) else { throw unexpected("a colon") }
            members[name] = try value()
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw unexpected("a comma or }") }
        return members
    }

    /// The elements up to and with the closing bracket.
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

    /// Skips white space and then the byte, if it is there.
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
