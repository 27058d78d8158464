/// Percent-decoding of one URL component over its UTF-8 bytes.
enum PercentDecoding {
    /// Decodes bytes to composed text; their indices must be offsets into the whole URL, for the columns of errors.
    static func decode<Bytes: RandomAccessCollection<UInt8>>(
        _ bytes: Bytes, plusIsSpace: Bool = false
    ) throws(RouteURLError) -> String where Bytes.Index == Int {
        let isPlain = !bytes.contains(UInt8(ascii: "%")) && !(plusIsSpace && bytes.contains(UInt8(ascii: "+")))
        if isPlain, let text = String(validating: bytes, as: UTF8.self) { return text.composed }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%") {
                decoded.append(try escapedByte(bytes, at: index))
                index += 3
            } else {
                decoded.append(plusIsSpace && bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
                index += 1
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw .invalidUTF8(column: bytes.startIndex + 1)
        }
        return text.composed
    }

    /// Returns the byte for which the escape at an index stands.
    static func escapedByte<Bytes: RandomAccessCollection<UInt8>>(
        _ bytes: Bytes, at index: Int
    ) throws(RouteURLError) -> UInt8 where Bytes.Index == Int {
        guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) else {
            throw fault(bytes[index...].dropFirst(), column: index + 1)
        }
        let byte = high << 4 | low
        guard byte != 0 else { throw .control(column: index + 1, byte: 0) }
        return byte
    }

    /// Returns the error for a `%` that does not begin an escape; a value in braces may follow it
    /// (`PercentEncoding.unwritable`).
    private static func fault(_ rest: some Collection<UInt8>, column: Int) -> RouteURLError {
        guard rest.first == UInt8(ascii: "{") else { return .malformedEscape(column: column) }
        let value = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
        return .unwritable(column: column, value: PercentEncoding.decoded(String(decoding: value, as: UTF8.self)))
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// Percent-encoding of text for a URL; decoding restores the text.
@_spi(Host) public enum PercentEncoding {
    /// Returns text as a path segment, with all characters escaped that a segment cannot contain.
    static func segment(_ text: String) -> String { encode(text, keeping: "-._~!$&'()*,;=:@+") }

    /// Returns text as a name or value of a query, with `+` also escaped, because it would be read as a space.
    static func query(_ text: String) -> String { encode(text, keeping: "-._~!$'()*,;:@/?") }

    static func fragment(_ text: String) -> String { encode(text, keeping: "-._~!$&'()*,;=:@+/?") }

    /// Returns a decoded segment as a part of a wildcard's value, in which `/` separates segments; escapes `/` and `%`.
    static func restSegment(_ segment: String) -> String {
        replacing([("%", "%25"), ("/", "%2F")], in: segment.unicodeScalars)
    }

    /// Returns the segments of a wildcard's value, decoded; a `%` that does not begin `%2F` or `%25` stands for itself.
    static func segments(ofRest text: String) -> [String] {
        text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map {
            replacing([("%2F", "/"), ("%2f", "/"), ("%25", "%")], in: String.UnicodeScalarView($0))
        }
    }

    /// Replaces Unicode scalars, not characters, because a slash and a combining mark after it are one character.
    private static func replacing(_ pairs: [(old: String, new: String)], in text: String.UnicodeScalarView) -> String {
        String(pairs.reduce(text) { $0.replacing($1.old.unicodeScalars, with: $1.new.unicodeScalars) })
    }

    /// Returns a text that makes a URL invalid, for a value that a URL cannot represent.
    ///
    /// The URL stays invalid if it is passed on as text, and its parsing error names the value.
    static func unwritable(_ value: String) -> String { "%{" + segment(value) + "}" }

    /// Returns whether a decoded text can be a segment; empty and dot segments would be removed, and NUL is refused.
    static func isSegment(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && !text.utf8.contains(0)
    }

    /// Returns text as a path segment, or as a name or value of a query. For readability, text outside of ASCII is not
    /// escaped, except white space.
    public static func legible(_ text: String, inQuery: Bool = false) -> String {
        text.unicodeScalars.reduce(into: "") { made, scalar in
            let (part, isLegible) = (String(scalar), !scalar.isASCII && !scalar.properties.isWhitespace)
            made += isLegible ? part : inQuery ? query(part) : segment(part)
        }
    }

    /// Decodes a path segment, or a name or value of a query; a text that cannot be decoded is returned unchanged.
    public static func decoded(_ text: some StringProtocol, inQuery: Bool = false) -> String {
        (try? PercentDecoding.decode(Array(text.utf8)[...], plusIsSpace: inQuery)) ?? String(text)
    }

    /// Returns text as a part of any URL component: all bytes are escaped except the unreserved characters of RFC 3986.
    public static func component(_ text: String) -> String { encode(text, keeping: "-._~") }

    /// Returns a text that was meant as a URL, with the bytes escaped that a URL cannot contain.
    ///
    /// - Parameter isASCII: whether to also escape the `%` of each escape for a byte above 0x7F, because these bytes
    ///   may not be UTF-8.
    static func repaired(_ bytes: Substring.UTF8View, isASCII: Bool) -> String {
        var repaired: [UInt8] = []
        for (place, byte) in zip(bytes.indices, bytes) {
            let escaped = byte == UInt8(ascii: "%") ? hexadecimal(bytes[place...].dropFirst().prefix(2)) : nil
            let isEscape = escaped.map { $0 > 0 && !(isASCII && $0 > 0x7F) } ?? false
            if byte > 0x20, byte != 0x7F, byte != UInt8(ascii: "%") || isEscape {
                repaired.append(byte)
            } else {
                repaired += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: repaired, as: UTF8.self)
    }

    private static func hexadecimal(_ digits: Substring.UTF8View) -> UInt8? {
        digits.count == 2 ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }

    private static func encode(_ text: String, keeping kept: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if byte.isAlphanumeric || kept.utf8.contains(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Returns whether a byte is an unreserved character (RFC 3986, section 2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool { byte.isAlphanumeric || "-._~".utf8.contains(byte) }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

/// The classes of ASCII characters in the syntax of URLs, patterns and header fields.
extension UInt8 {
    @inline(__always) var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    @inline(__always) var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    @inline(__always) var isAlphanumeric: Bool { isLetter || isDigit }
}
