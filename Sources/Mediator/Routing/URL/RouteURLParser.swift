/// A parser that splits a URL from left to right: scheme, authority, path, query, fragment.
///
/// It decodes only components with escapes. The other components need no check, because valid UTF-8 stays valid if it
/// is cut at ASCII bytes.
struct RouteURLParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var parts = URLParts()

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func parse() throws(RouteURLError) -> URLParts {
        let hasMarks = try checkBytes()
        takeScheme()
        guard parts.scheme.count > 0 || bytes[0] == UInt8(ascii: "/") else { throw .noScheme(text: text) }
        try takeAuthority()
        if parts.isWeb { try checkHost() }
        parts.path = hasMarks ? take { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } : takeRest()
        try checkPath()
        if skip(UInt8(ascii: "?")) {
            parts.query = take { $0 == UInt8(ascii: "#") }
            try checkQuery()
        }
        if skip(UInt8(ascii: "#")) {
            parts.hasFragment = true
            parts.fragment = takeRest()
            try check(bytes[parts.fragment.range])
        }
        return parts
    }

    /// Refuses control characters, which later steps do not check; returns whether there is a `?` or `#`.
    private mutating func checkBytes() throws(RouteURLError) -> Bool {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= RouteURL.maximumLength else { throw .tooLong(bytes: bytes.count) }
        var survey = ByteSurvey()
        survey.add(UnsafeRawBufferPointer(bytes))
        parts.isComposed = !survey.hasHighBytes || text.isComposed
        parts.hasEscapes = survey.hasEscapes || !parts.isComposed
        if survey.hasControls, let index = bytes.firstIndex(where: Self.isControl) {
            throw .control(column: index + 1, byte: bytes[index])
        }
        return survey.hasMarks
    }

    @inline(__always) private static func isControl(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F }

    /// Parses `scheme ":"` if the text begins with one (RFC 3986, section 3.1).
    private mutating func takeScheme() {
        guard let colon = bytes.firstIndex(where: { !Self.isScheme($0) }), colon > 0, bytes[colon] == UInt8(ascii: ":"),
            bytes[0].isLetter
        else { return }
        parts.scheme = ByteRange(0, colon)
        parts.isWeb = isScheme("http") || isScheme("https")
        position = colon + 1
    }

    private func isScheme(_ name: StaticString) -> Bool {
        parts.scheme.count == name.utf8CodeUnitCount
            && (0..<name.utf8CodeUnitCount).allSatisfy { bytes[$0] | 0x20 == name.utf8Start[$0] }
    }

    /// Returns whether a text in lower case is a scheme.
    static func isScheme(_ name: String) -> Bool {
        guard let first = name.utf8.first, first.isLetter else { return false }
        return name.utf8.allSatisfy { isScheme($0) && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    @inline(__always) private static func isScheme(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: byte.isLetter
        }
    }

    private mutating func takeAuthority() throws(RouteURLError) {
        let slash = UInt8(ascii: "/")
        guard parts.scheme.count > 0, position + 1 < bytes.count, bytes[position] == slash, bytes[position + 1] == slash
        else { return }
        position += 2
        parts.authority = take { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        try check(bytes[parts.authority.range])
    }

    /// Refuses the authority of a web URL if it has a user name, no host, or an escape that hides a reserved character.
    private func checkHost() throws(RouteURLError) {
        let authority = bytes[parts.authority.range]
        if authority.contains(UInt8(ascii: "@")) { throw .userInformation(column: parts.authority.lowerBound + 1) }
        for column in authority.indices where bytes[column] == UInt8(ascii: "%") {
            let byte = try PercentDecoding.escapedByte(authority, at: column)
            if byte < 0x80, !PercentEncoding.isUnreserved(byte) { throw .control(column: column + 1, byte: byte) }
        }
        if URLBytes(bytes, parts).host?.isEmpty ?? true { throw .noHost(text: text) }
    }

    private func checkQuery() throws(RouteURLError) {
        guard parts.hasEscapes else { return }
        for part in bytes[parts.query.range].split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            try check(part[..<equals])
            try check(part[equals...].dropFirst())
        }
    }

    private func checkPath() throws(RouteURLError) {
        guard parts.hasEscapes else { return }
        for part in bytes[parts.path.range].split(separator: UInt8(ascii: "/")) { try check(part) }
    }

    /// Refuses a component that cannot be decoded.
    private func check(_ component: Slice<UnsafeBufferPointer<UInt8>>) throws(RouteURLError) {
        if parts.hasEscapes { _ = try PercentDecoding.decode(component) }
    }

    @inline(__always) private mutating func take(until isStop: (UInt8) -> Bool) -> ByteRange {
        let start = position
        while position < bytes.count, !isStop(bytes[position]) { position += 1 }
        return ByteRange(start, position)
    }

    private mutating func takeRest() -> ByteRange {
        defer { position = bytes.count }
        return ByteRange(position, bytes.count)
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}

/// A scan of a text, eight bytes at a time, for control characters, escapes and other bytes that the parser must know.
private struct ByteSurvey {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    private var controls: UInt64 = 0
    private var escapes: UInt64 = 0
    private var marks: UInt64 = 0
    private var highBytes: UInt64 = 0

    /// Whether a byte is a space or a control character.
    var hasControls: Bool { controls & Self.highs != 0 }
    /// Whether a byte is a `%`.
    var hasEscapes: Bool { escapes & Self.highs != 0 }
    /// Whether a byte is a `?` or `#`; otherwise the path ends at the end of the text.
    var hasMarks: Bool { marks & Self.highs != 0 }
    /// Whether a byte belongs to a character outside of ASCII.
    var hasHighBytes: Bool { highBytes & Self.highs != 0 }

    @inline(__always) mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8 else {
            for byte in bytes { add(Self.ones &* UInt64(byte)) }
            return
        }
        let last = bytes.count &- 8
        var place = 0
        while place < last {
            add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place &+= 8
        }
        // The last word may overlap the word before it.
        add(bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self))
    }

    /// Scans one word. A borrow may also set the bit of a byte above a true match. This is harmless, because only the
    /// existence of a match counts.
    @inline(__always) private mutating func add(_ word: UInt64) {
        controls |= (word &- Self.ones &* 0x21) & ~word
        controls |= Self.zeros(word ^ Self.ones &* 0x7F)
        escapes |= Self.zeros(word ^ Self.ones &* UInt64(UInt8(ascii: "%")))
        marks |= Self.zeros(word ^ Self.ones &* UInt64(UInt8(ascii: "?")))
        marks |= Self.zeros(word ^ Self.ones &* UInt64(UInt8(ascii: "#")))
        highBytes |= word
    }

    @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
}

/// The reason why a text is not a URL that can be routed; columns count UTF-8 bytes from 1.
public enum RouteURLError: Error, Sendable, Equatable {
    /// The text is empty.
    case empty
    /// The text is longer than `RouteURL.maximumLength`.
    case tooLong(bytes: Int)
    /// The text begins with neither a scheme nor `/`.
    case noScheme(text: String)
    /// A space or control character is not escaped; or an escape stands for NUL or, in a host, a reserved character.
    case control(column: Int, byte: UInt8)
    /// A `%` is not followed by two hexadecimal digits.
    case malformedEscape(column: Int)
    /// A component is not UTF-8 after decoding; the column is the component's first column.
    case invalidUTF8(column: Int)
    /// An `http` or `https` URL does not have a host.
    case noHost(text: String)
    /// An `http` or `https` URL has a user name; the column is the authority's first column.
    case userInformation(column: Int)
    /// A value cannot be a parameter of a URL: it is empty, `.` or `..`, is not of the parameter's type, or has NUL.
    case unwritable(column: Int, value: String)
}

extension RouteURLError {
    /// Returns the error with its text redacted by a closure.
    func showing(_ shown: (String) -> String) -> RouteURLError {
        switch self {
        case .noScheme(let text): .noScheme(text: shown(text))
        case .noHost(let text): .noHost(text: shown(text))
        case .unwritable(let column, let value): .unwritable(column: column, value: shown(value))
        default: self
        }
    }
}

extension RouteURLError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .empty:
            "the URL is empty; write one such as app://rent/list"
        case .tooLong(let bytes):
            "the URL has \(bytes) bytes, the limit is \(RouteURL.maximumLength); send long data as the body of a call"
        case .noScheme(let text) where text.contains("//") || text.contains { ":%?#".contains($0) }:
            "\"\(text)\" does not begin with a scheme or /; write a URL such as app://rent/list"
        case .noScheme(let text):
            "\"\(text)\" has no scheme; write app://\(text) or /\(text)"
        case .control(let column, byte: 0):
            "column \(column) holds the character 0x00, which no URL may have; leave it out"
        case .control(let column, let byte):
            "column \(column) holds the character \(Self.name(of: byte)); write it as %\(Self.hexadecimal(byte)) in a "
                + "query, or leave it out"
        case .malformedEscape(let column):
            "the % at column \(column) is not followed by two hexadecimal digits; write a plain % as %25"
        case .invalidUTF8(let column):
            "the text from column \(column) is not UTF-8; escape the UTF-8 bytes of the text"
        case .noHost(let text):
            "\"\(text)\" has no host; write one after //"
        case .userInformation(let column):
            "the user name at column \(column) is not allowed in a URL; leave out all up to the @"
        case .unwritable(let column, let value):
            "\"\(value)\" cannot be a value at column \(column); give a text that is not empty, . or .., that has no "
                + "NUL, and that the route's pattern takes"
        }
    }

    private static func name(of byte: UInt8) -> String {
        byte == 0x20 ? "space" : "0x" + hexadecimal(byte)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
