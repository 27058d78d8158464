/// A quick test that rules out most URLs without a match in a set of patterns; it needs neither a lock nor memory.
///
/// Each first path segment has one of 64 bits. A set of patterns stores the bits of its patterns' first segments. If a
/// URL's bit is not stored, the URL matches no pattern. Two segments may share a bit, and a URL has all bits if its
/// text does not contain the first segment literally.
private enum FirstSegmentBits {
    /// Returns the bit of a segment, regardless of case.
    @inline(__always) static func bit(of bytes: some Sequence<UInt8>) -> UInt64 {
        let hash = bytes.reduce(0) { ($0 &* 31) &+ UInt64($1 | 0x20) }
        return 1 << ((hash ^ hash >> 17) & 63)
    }
}

extension RoutePattern {
    /// The bit of the first segment; all bits if the segment is not a literal.
    var firstSegmentBits: UInt64 {
        guard case .literal(let text) = elements.first else { return .max }
        return FirstSegmentBits.bit(of: text.utf8)
    }
}

extension RouteURL {
    /// The bit of the first segment; all bits if the segment is not literally in the text.
    var firstSegmentBits: UInt64 {
        if parts.hasEscapes || parts.isInvalid { return .max }
        return withBytes { url in
            let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
            var (range, path) = (parts.authority.range, parts.path.range)
            if parts.isWeb || range.isEmpty {
                // A dot segment may remove the first segment.
                let hasDots = zip(path, path.dropFirst()).contains { url.text[$0] == slash && url.text[$1] == dot }
                guard !hasDots, let start = path.first(where: { url.text[$0] != slash }) else { return .max }
                path = start..<path.upperBound
                range = start..<(path.first { url.text[$0] == slash } ?? path.upperBound)
            }
            // Dot segments of the path do not remove the authority, but the authority may be a dot segment itself.
            return url.text[range.lowerBound] == dot ? .max : FirstSegmentBits.bit(of: range.lazy.map { url.text[$0] })
        }
    }
}
