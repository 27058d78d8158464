/// A set of literal beginnings of paths as 64 bits: a look at a URL tells that no pattern of the set matches it.
///
/// The look takes no lock and no memory. It may be wrong in one direction: it finds some URLs that no pattern matches.
struct LiteralPrefix {
    /// So many segments count.
    private static let limit = 4

    /// The hash of what was added so far.
    private var hash: UInt64 = 0
    private(set) var count = 0

    /// Adds a byte of a segment; its case does not count.
    @inline(__always) mutating func add(_ byte: UInt8) { hash = (hash &* 31) &+ UInt64(byte | 0x20) }

    /// Ends a segment, and returns the bit of the prefix that ends with it.
    @inline(__always) mutating func endSegment() -> UInt64 {
        count += 1
        let bit: UInt64 = 1 << ((hash ^ hash >> 17) & 63)
        add(UInt8(ascii: "/"))
        return bit
    }

    /// Whether no more segments count.
    var isFull: Bool { count == Self.limit }
}

extension RoutePattern {
    /// The bits of the first segment, and of all segments before the first parameter; all bits if the first one has
    /// one.
    var prefixBits: (first: UInt64, whole: UInt64) {
        var prefix = LiteralPrefix()
        var bits = (first: UInt64.max, whole: UInt64.max)
        for element in elements {
            guard case .literal(let text) = element, !prefix.isFull else { break }
            for byte in text.utf8 { prefix.add(byte) }
            bits.whole = prefix.endSegment()
            if prefix.count == 1 { bits.first = bits.whole }
        }
        return bits
    }
}

extension RouteURL {
    /// Returns the bits of the first segments, of the first two, and so on; all bits if the path is not written out,
    /// and none if the authority is the first one and its bit is not among some bits.
    func prefixBits(ifFirstIn first: UInt64) -> UInt64 {
        if parts.hasEscapes || parts.isInvalid { return .max }
        return withBytes { url in
            let bytes = url.text
            var prefix = LiteralPrefix()
            var bits: UInt64 = 0
            if !parts.isWeb, parts.authority.count > 0 {
                if bytes[parts.authority.range.lowerBound] == UInt8(ascii: ".") { return .max }
                for place in parts.authority.range { prefix.add(bytes[place]) }
                bits = prefix.endSegment()
                // No dot segment of the path removes it.
                if bits & first == 0 { return 0 }
            }
            var isInSegment = false
            for place in parts.path.range {
                let byte = bytes[place]
                if byte != UInt8(ascii: "/") {
                    // A dot segment leads to another path.
                    if !isInSegment, byte == UInt8(ascii: ".") { return .max }
                    isInSegment = true
                    prefix.add(byte)
                } else if isInSegment {
                    isInSegment = false
                    bits |= prefix.endSegment()
                    if prefix.isFull { return bits }
                }
            }
            return isInSegment ? bits | prefix.endSegment() : bits
        }
    }
}
