/// Takes a URL apart from left to right: scheme, authority, path, query, fragment.
struct RouteURLParser {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    mutating func parse() throws(RouteURLError) -> RouteURL {
        try checkBytes()
        let scheme = takeScheme()
        guard scheme != nil || bytes[0] == UInt8(ascii: "/") else { throw .noScheme(text: text) }
        let isWeb = scheme == "http" || scheme == "https"
        let start = position
        let authority = try takeAuthority(afterScheme: scheme != nil)
        if isWeb, authority?.isEmpty ?? true { throw .noHost(text: text) }
        let pathStart = isWeb ? position : start
        let path = try takePath()
        let pathEnd = position
        let query = try takeQuery()
        let fragment = try takeFragment()
        let first = isWeb ? [] : [authority].compactMap(\.self).filter { !["", ".", ".."].contains($0) }
        return RouteURL(
            text: text, scheme: scheme, host: isWeb ? authority?.lowercased() : nil, path: pathStart..<pathEnd,
            segments: first + path, query: query, fragment: fragment)
    }

    /// Refuses what may not stand in a URL at all, so that the later steps need not look for it.
    private func checkBytes() throws(RouteURLError) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= RouteURL.maximumLength else { throw .tooLong(bytes: bytes.count) }
        if let index = bytes.firstIndex(where: { $0 <= 0x20 || $0 == 0x7F }) {
            throw .control(column: index + 1, byte: bytes[index])
        }
    }

    /// Takes `scheme ":"` if the text begins with one (RFC 3986, section 3.1).
    private mutating func takeScheme() -> String? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard Self.isScheme(name) else { return nil }
        position = colon + 1
        return name
    }

    /// Whether a text in lower case is a scheme.
    static func isScheme(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.enumerated().allSatisfy { index, byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    index > 0
                default: false
                }
            }
    }

    private mutating func takeAuthority(afterScheme: Bool) throws(RouteURLError) -> String? {
        guard afterScheme, bytes[position...].starts(with: "//".utf8) else { return nil }
        position += 2
        return try PercentDecoding.decode(take(until: "/?#"))
    }

    /// Takes the path; a decoded `..` removes the segment before it and stops at the authority.
    private mutating func takePath() throws(RouteURLError) -> [String] {
        var segments: [String] = []
        for part in take(until: "?#").split(separator: UInt8(ascii: "/")) {
            let segment = try PercentDecoding.decode(part)
            switch segment {
            case ".": continue
            case "..": _ = segments.popLast()
            default: segments.append(segment)
            }
        }
        return segments
    }

    private mutating func takeQuery() throws(RouteURLError) -> [QueryItem] {
        guard skip(UInt8(ascii: "?")) else { return [] }
        var items: [QueryItem] = []
        for part in take(until: "#").split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let name = try PercentDecoding.decode(part[..<equals], plusIsSpace: true)
            let value = try PercentDecoding.decode(part[equals...].dropFirst(), plusIsSpace: true)
            items.append(QueryItem(name: name, value: value))
        }
        return items
    }

    private mutating func takeFragment() throws(RouteURLError) -> String? {
        guard skip(UInt8(ascii: "#")) else { return nil }
        return try PercentDecoding.decode(take(until: ""))
    }

    private mutating func take(until stops: String) -> ArraySlice<UInt8> {
        let rest = bytes[position...]
        let end = rest.firstIndex { stops.utf8.contains($0) } ?? rest.endIndex
        position = end
        return rest[..<end]
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }
}
