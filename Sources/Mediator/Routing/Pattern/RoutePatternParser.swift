/// A recursive-descent parser for the bytes of a route's pattern, with this grammar:
///
/// ```
/// pattern   = [scheme "://" [host]] path | ("http" | "https") "://*" name
/// path      = { "/" | segment | group }
/// host      = "*" for any, or a literal       only for "http" and "https"
/// group     = "(" path ")"                    begins with "/", ends at a segment's end
/// segment   = literal | [literal] ":" name ["<" type ">"] [literal] | "*" name ["?"]
/// type      = name | "one(" literal { "," literal } ")"
/// ```
struct RoutePatternParser {
    private let text: String
    private let bytes: [UInt8]
    private let types: [ParameterType]
    private var position = 0
    private var names: Set<String> = []
    /// The wildcard that was parsed, if any; no element may follow it.
    private var wildcard: (name: String, column: Int)?

    init(_ text: String, types: [ParameterType]) {
        self.text = text.composed
        self.types = types
        bytes = Array(self.text.utf8)
    }

    mutating func parse() throws(RoutePatternError) -> RoutePattern {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= RoutePattern.maximumLength else { throw .tooLong(bytes: bytes.count) }
        let scheme = try takeScheme()
        var host: String?
        var rest: [PatternElement] = []
        if scheme == "http" || scheme == "https" {
            let start = position
            if next == UInt8(ascii: "*") {
                rest = try takeAnyHost()
            } else {
                host = try takeHost(scheme: scheme ?? "")
                guard host != "" else { throw .invalidLiteral(column: start + 1, reason: .noHost(text: text)) }
            }
        }
        let elements = rest + (try takePath(depth: 0))
        guard position == bytes.count else { throw .unbalancedGroup(column: position + 1) }
        return RoutePattern(text: text, scheme: scheme, host: host, elements: elements)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func takeScheme() throws(RoutePatternError) -> String? {
        if next == UInt8(ascii: "/") || next == UInt8(ascii: "(") { return nil }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[(colon + 1)...].starts(with: "//".utf8)
        else { throw .noLeadingSlash(text: text) }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        guard RouteURLParser.isScheme(scheme) else { throw .invalidScheme(scheme) }
        position = colon + 3
        return scheme
    }

    /// Parses a `*` for any host, or a `*name` for the host and the whole path; the path may be empty.
    private mutating func takeAnyHost() throws(RoutePatternError) -> [PatternElement] {
        let isAlone = position + 1 == bytes.count || "/(".utf8.contains(bytes[position + 1])
        guard isAlone else {
            guard case .wildcard(let name, _) = try takeWildcard() else { return [] }
            return [.wildcard(name: name, allowsNone: true)]
        }
        position += 1
        return []
    }

    /// Parses the host with its port, up to the path.
    private mutating func takeHost(scheme: String) throws(RoutePatternError) -> String {
        let rest = bytes[position...]
        let end = rest.firstIndex { "/(".utf8.contains($0) } ?? rest.endIndex
        defer { position = end }
        if let index = rest[..<end].firstIndex(where: { $0 <= 0x20 || $0 == 0x7F || "<>*?#)".utf8.contains($0) }) {
            throw .reserved(character: String(UnicodeScalar(bytes[index])), column: index + 1)
        }
        if rest[..<end].contains(UInt8(ascii: "@")) {
            throw .invalidLiteral(column: position + 1, reason: .userInformation(column: position + 1))
        }
        let host = URLBytes.host(try decode(rest[..<end], column: position + 1), scheme: scheme)
        guard !host.contains("*") else { throw .reserved(character: "*", column: position + 1) }
        return host
    }

    /// Parses elements up to the end or to the `)` of their group.
    private mutating func takePath(depth: Int) throws(RoutePatternError) -> [PatternElement] {
        var elements: [PatternElement] = []
        while let byte = next, byte != UInt8(ascii: ")") {
            if byte == UInt8(ascii: "/") {
                position += 1
                continue
            }
            if let wildcard { throw .wildcardNotLast(name: wildcard.name, column: wildcard.column) }
            elements.append(byte == UInt8(ascii: "(") ? try takeGroup(depth: depth) : try takeSegment())
        }
        return elements
    }

    private mutating func takeGroup(depth: Int) throws(RoutePatternError) -> PatternElement {
        let column = position + 1
        guard depth < RoutePattern.maximumDepth else { throw .tooDeep(column: column) }
        position += 1
        guard next == UInt8(ascii: "/") else { throw .partialSegment(column: column) }
        let elements = try takePath(depth: depth + 1)
        guard next == UInt8(ascii: ")") else { throw .unbalancedGroup(column: column) }
        position += 1
        guard !elements.isEmpty, next.map({ "/()".utf8.contains($0) }) ?? true else {
            throw .partialSegment(column: column)
        }
        return .group(elements)
    }

    private mutating func takeSegment() throws(RoutePatternError) -> PatternElement {
        try checkForm()
        if next == UInt8(ascii: "*") { return try takeWildcard() }
        let prefix = try takeLiteral()
        guard next == UInt8(ascii: ":") else {
            guard prefix != ".", prefix != ".." else {
                throw .reserved(character: prefix, column: position - prefix.utf8.count + 1)
            }
            return .literal(prefix)
        }
        let name = try takeName()
        let type = try takeType()
        let suffix = try takeLiteral()
        guard next != UInt8(ascii: ":") else { throw .twoParameters(column: position + 1) }
        return .parameter(PatternParameter(name: name, type: type, prefix: prefix, suffix: suffix))
    }

    /// Refuses a segment in the syntax of another router.
    private func checkForm() throws(RoutePatternError) {
        var rest = bytes[position...].prefix { $0 != UInt8(ascii: "/") }
        // A bracket counts only at the beginning, because `:id<int>` is not a foreign form.
        guard let first = rest.first, "<{[".utf8.contains(first) || rest.dropFirst().contains(where: Self.isMark) else {
            return
        }
        // Leaves out the parentheses of this language's own groups, around the segment and before the next slash.
        if rest.last == UInt8(ascii: "(") { rest.removeLast() }
        if !rest.contains(UInt8(ascii: "(")) { rest = rest.prefix { $0 != UInt8(ascii: ")") } }
        let segment = String(decoding: rest, as: UTF8.self)
        if let form = ForeignForm(segment[...]) {
            throw .foreignForm(text: segment, column: position + 1, instead: form.instead)
        }
    }

    /// Whether a byte may follow a name in a foreign form. With `contains`, a pattern takes a fifth longer to parse.
    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "?"), UInt8(ascii: "+"), UInt8(ascii: "("), UInt8(ascii: "*"): true
        default: false
        }
    }

    private mutating func takeWildcard() throws(RoutePatternError) -> PatternElement {
        let column = position + 1
        let name = try takeName()
        let allowsNone = next == UInt8(ascii: "?")
        if allowsNone { position += 1 }
        guard next.map({ "/)".utf8.contains($0) }) ?? true else { throw .wildcardNotLast(name: name, column: column) }
        wildcard = (name, column)
        return .wildcard(name: name, allowsNone: allowsNone)
    }

    /// Parses the `:` or `*` and the name after it.
    private mutating func takeName() throws(RoutePatternError) -> String {
        let column = position + 1
        position += 1
        let name = Self.name(at: bytes[position...])
        guard !name.isEmpty else { throw .emptyName(column: column) }
        guard names.insert(name).inserted else { throw .duplicateName(name: name, column: column) }
        position += name.utf8.count
        return name
    }

    /// Returns the longest name at the beginning of the bytes.
    private static func name(at bytes: ArraySlice<UInt8>) -> String {
        let ascii = bytes.prefix { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
        if ascii.endIndex == bytes.endIndex || bytes[ascii.endIndex] < 0x80 {
            return String(decoding: ascii, as: UTF8.self)
        }
        let segment = bytes.prefix { $0 != UInt8(ascii: "/") }
        return String(String(decoding: segment, as: UTF8.self).prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }

    private mutating func takeType() throws(RoutePatternError) -> ParameterType? {
        guard next == UInt8(ascii: "<") else { return nil }
        let column = position + 1
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
            throw .invalidType(text: String(decoding: bytes[position...], as: UTF8.self), column: column)
        }
        let name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
        defer { position = end + 1 }
        if name.hasPrefix("one(") { return try alternatives(name, column: column) }
        for known in [types, ParameterType.builtIn] {
            if let type = known.first(where: { $0.name == name }) { return type }
        }
        let known = types.prefix(10) + ParameterType.builtIn
        throw .unknownType(name: name, column: column + 1, known: known.map(\.name))
    }

    private func alternatives(_ text: String, column: Int) throws(RoutePatternError) -> ParameterType {
        let list = text.dropFirst(4).dropLast()
        let parts = list.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard text.hasSuffix(")"), !parts.contains(where: \.isEmpty), !parts.isEmpty else {
            throw .invalidType(text: text, column: column)
        }
        var texts: [String] = []
        for part in parts { texts.append(try decode(Array(part)[...], column: column)) }
        return ParameterType(name: text, shape: .alternatives(texts))
    }

    /// Parses and decodes text up to the next character with a special meaning.
    private mutating func takeLiteral() throws(RoutePatternError) -> String {
        let start = position
        scan: while let byte = next {
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ":"): break scan
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                throw .reserved(character: String(UnicodeScalar(byte)), column: position + 1)
            case 0...0x20, 0x7F:
                let reason = RouteURLError.control(column: position + 1, byte: byte)
                throw .invalidLiteral(column: position + 1, reason: reason)
            default: position += 1
            }
        }
        return start == position ? "" : try decode(bytes[start..<position], column: start + 1)
    }

    private func decode(_ bytes: ArraySlice<UInt8>, column: Int) throws(RoutePatternError) -> String {
        do {
            return try PercentDecoding.decode(bytes)
        } catch {
            throw .invalidLiteral(column: column, reason: error)
        }
    }
}
