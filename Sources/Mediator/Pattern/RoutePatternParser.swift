/// Takes a pattern apart: `[scheme://[host]]/segment/:parameter/*wildcard`.
struct RoutePatternParser {
    private let text: String
    private let bytes: [UInt8]

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    func parse() throws(RoutePatternError) -> RoutePattern {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= RoutePattern.maximumLength else { throw .tooLong(bytes: bytes.count) }
        let (scheme, start) = try takeScheme()
        var parts = bytes[start...].split(separator: UInt8(ascii: "/"))
        var host: String?
        if scheme == "http" || scheme == "https" {
            guard let first = parts.first else { throw .invalidLiteral(column: start, reason: .noHost(text: text)) }
            host = try literal(first).lowercased()
            parts.removeFirst()
        }
        let segments = try parseSegments(parts)
        return RoutePattern(text: text, scheme: scheme, host: host, segments: segments)
    }

    /// The scheme in lower case, and where the path begins.
    private func takeScheme() throws(RoutePatternError) -> (scheme: String?, start: Int) {
        if bytes[0] == UInt8(ascii: "/") { return (nil, 0) }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            bytes[(colon + 1)...].starts(with: "//".utf8)
        else { throw .noLeadingSlash(text: text) }
        return (String(decoding: bytes[..<colon], as: UTF8.self).lowercased(), colon + 3)
    }

    private func parseSegments(_ parts: [ArraySlice<UInt8>]) throws(RoutePatternError) -> [RoutePattern.Segment] {
        var segments: [RoutePattern.Segment] = []
        var names: Set<String> = []
        for part in parts {
            if case .wildcard(let name) = segments.last {
                throw .wildcardNotLast(name: name, column: part.startIndex - name.utf8.count - 1)
            }
            let segment = try parseSegment(part)
            if let name = segment.name, !names.insert(name).inserted {
                throw .duplicateName(name: name, column: part.startIndex + 1)
            }
            segments.append(segment)
        }
        return segments
    }

    private func parseSegment(_ part: ArraySlice<UInt8>) throws(RoutePatternError) -> RoutePattern.Segment {
        switch part.first {
        case UInt8(ascii: ":"): .parameter(try name(part))
        case UInt8(ascii: "*"): .wildcard(try name(part))
        default: .literal(try literal(part))
        }
    }

    private func name(_ part: ArraySlice<UInt8>) throws(RoutePatternError) -> String {
        let name = String(decoding: part.dropFirst(), as: UTF8.self)
        guard !name.isEmpty else { throw .emptyName(column: part.startIndex + 1) }
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
            throw .invalidName(name: name, column: part.startIndex + 2)
        }
        return name
    }

    private func literal(_ part: ArraySlice<UInt8>) throws(RoutePatternError) -> String {
        if let index = part.firstIndex(where: { "()<>*:?#".utf8.contains($0) }) {
            throw .reserved(character: String(UnicodeScalar(part[index])), column: index + 1)
        }
        if let index = part.firstIndex(where: { $0 <= 0x20 || $0 == 0x7F }) {
            throw .invalidLiteral(column: index + 1, reason: .control(column: index + 1, byte: part[index]))
        }
        do {
            return try PercentDecoding.decode(part)
        } catch {
            throw .invalidLiteral(column: part.startIndex + 1, reason: error)
        }
    }
}
