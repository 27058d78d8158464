/// Finds the end of a path's segment eight bytes at a time, and its key and hash on the way.
struct SegmentScan {
    /// Where the segment ends: at a slash or at the path's end.
    let end: Int
    /// The first eight bytes, zero behind a shorter segment.
    let key: UInt64
    let hash: UInt64
    /// Whether the segment is its own decoded text: it has no escape and is no dot segment.
    let isClean: Bool

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    private static let slashes = ones &* UInt64(UInt8(ascii: "/"))
    private static let percents = ones &* UInt64(UInt8(ascii: "%"))

    @inline(__always) init(_ path: UnsafeRawPointer, from start: Int, to limit: Int) {
        var position = start
        var hash: UInt64 = 0
        var first: UInt64?
        while true {
            let word = Self.word(path, at: position, limit: limit)
            let slash = Self.zeros(word ^ Self.slashes)
            // All bits below the first slash; everything where there is none.
            let before = slash == 0 ? UInt64.max : (slash & (0 &- slash)) &- 1
            let escapes = Self.zeros(word ^ Self.percents) & before
            let count = slash == 0 ? 8 : slash.trailingZeroBitCount >> 3
            let kept = count == 8 ? word : word & ((1 << UInt64(count * 8)) &- 1)
            if first == nil { first = kept }
            if count > 0 { hash = Self.mix(hash, kept) }
            if escapes != 0 || count < 8 {
                end = position + count
                key = first ?? 0
                self.hash = hash
                let isDots = kept == 0x2E || kept == 0x2E2E
                isClean = escapes == 0 && !(isDots && position == start)
                return
            }
            position += 8
        }
    }

    /// The hash of a literal, which is that of a segment with the same bytes.
    static func hash(_ literal: [UInt8]) -> (key: UInt64, hash: UInt64) {
        var hash: UInt64 = 0
        var key: UInt64 = 0
        for start in stride(from: 0, to: literal.count, by: 8) {
            var word: UInt64 = 0
            for index in start..<min(start + 8, literal.count) {
                word |= UInt64(literal[index]) << UInt64((index - start) * 8)
            }
            if start == 0 { key = word }
            hash = mix(hash, word)
        }
        return (key, hash)
    }

    /// Where the edges of a node for a hash begin.
    @inline(__always) static func place(_ hash: UInt64, parent: Int, mask: Int) -> Int {
        let mixed = (hash ^ UInt64(truncatingIfNeeded: parent) &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
        return Int(truncatingIfNeeded: mixed >> 32) & mask
    }

    @inline(__always) private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = (hash ^ word) &* 0x9FB2_1C65_1E98_DF25
        return mixed ^ (mixed >> 32)
    }

    /// The bytes of a word that are zero, as their high bits; exact up to and with the first.
    @inline(__always) private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }

    /// Eight bytes, with slashes behind the limit.
    @inline(__always) private static func word(_ path: UnsafeRawPointer, at position: Int, limit: Int) -> UInt64 {
        let rest = limit - position
        if rest >= 8 { return path.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian }
        if rest <= 0 { return slashes }
        if limit >= 8 {
            let word = path.loadUnaligned(fromByteOffset: limit - 8, as: UInt64.self).littleEndian
            return word >> UInt64((8 - rest) * 8) | slashes << UInt64(rest * 8)
        }
        var word = slashes
        for index in (0..<rest).reversed() {
            word = word << 8 | UInt64(path.load(fromByteOffset: position + index, as: UInt8.self))
        }
        return word
    }
}
