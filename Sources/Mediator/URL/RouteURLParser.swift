/// Takes a URL apart from left to right: scheme, authority, path, query, fragment.
///
/// Nothing is decoded where there is nothing to decode: a part of UTF-8 between ASCII characters is UTF-8.
struct RouteURLParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var parts = URLParts()

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func parse() throws(RouteURLError) -> URLParts {
        try checkBytes()
        takeScheme()
        guard parts.scheme.count > 0 || bytes[0] == UInt8(ascii: "/") else { throw .noScheme(text: text) }
        try takeAuthority()
        if parts.isWeb, parts.authority.count == 0 { throw .noHost(text: text) }
        parts.path = take { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        try checkEscapes(parts.path, between: UInt8(ascii: "/"))
        if skip(UInt8(ascii: "?")) {
            parts.query = take { $0 == UInt8(ascii: "#") }
            try checkQuery()
        }
        if skip(UInt8(ascii: "#")) {
            parts.hasFragment = true
            parts.fragment = take { _ in false }
            try check(bytes[parts.fragment.range])
        }
        return parts
    }

    /// Refuses what may not stand in a URL at all, so that the later steps need not look for it.
    private mutating func checkBytes() throws(RouteURLError) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= RouteURL.maximumLength else { throw .tooLong(bytes: bytes.count) }
        // Without a way out, so that many bytes are looked at in one step.
        var hasControls = false
        var hasEscapes = false
        for byte in bytes {
            hasControls = hasControls || Self.isControl(byte)
            hasEscapes = hasEscapes || byte == UInt8(ascii: "%")
        }
        parts.hasEscapes = hasEscapes
        if hasControls, let index = bytes.firstIndex(where: Self.isControl) {
            throw .control(column: index + 1, byte: bytes[index])
        }
    }

    @inline(__always) private static func isControl(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F }

    /// Takes `scheme ":"` if the text begins with one (RFC 3986, section 3.1).
    private mutating func takeScheme() {
        guard let colon = bytes.firstIndex(where: { !Self.isScheme($0) }), colon > 0, bytes[colon] == UInt8(ascii: ":"),
            Self.isLetter(bytes[0])
        else { return }
        parts.scheme = ByteRange(0, colon)
        parts.isWeb = isScheme("http") || isScheme("https")
        position = colon + 1
    }

    private func isScheme(_ name: StaticString) -> Bool {
        parts.scheme.count == name.utf8CodeUnitCount
            && (0..<name.utf8CodeUnitCount).allSatisfy { bytes[$0] | 0x20 == name.utf8Start[$0] }
    }

    /// Whether a text in lower case is a scheme.
    static func isScheme(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first) else { return false }
        return name.utf8.allSatisfy { isScheme($0) && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    @inline(__always) private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    @inline(__always) private static func isScheme(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: isLetter(byte)
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

    private func checkQuery() throws(RouteURLError) {
        guard parts.hasEscapes else { return }
        for part in bytes[parts.query.range].split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            try check(part[..<equals])
            try check(part[equals...].dropFirst())
        }
    }

    private func checkEscapes(_ range: ByteRange, between separator: UInt8) throws(RouteURLError) {
        guard parts.hasEscapes else { return }
        for part in bytes[range.range].split(separator: separator) { try check(part) }
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

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}
