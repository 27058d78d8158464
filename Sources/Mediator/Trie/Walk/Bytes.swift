/// Reads bytes in memory, eight at a time.
enum Bytes {
    /// Whether two places in memory hold the same bytes.
    @inline(__always) static func equal(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
        if count < 8 { return equalShort(first, second, count: count) }
        var offset = 0
        while offset + 8 < count {
            guard word(first, offset) == word(second, offset) else { return false }
            offset += 8
        }
        // The last eight bytes overlap what was compared already.
        return word(first, count - 8) == word(second, count - 8)
    }

    /// Compares the two halves of up to eight bytes, which overlap.
    @inline(__always) private static func equalShort(
        _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int
    ) -> Bool {
        if count >= 4 {
            return half(first, 0) == half(second, 0) && half(first, count - 4) == half(second, count - 4)
        }
        for offset in 0..<count where byte(first, offset) != byte(second, offset) { return false }
        return true
    }

    @inline(__always) static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }

    @inline(__always) static func byte(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt8 {
        bytes.load(fromByteOffset: offset, as: UInt8.self)
    }

    @inline(__always) private static func half(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt32 {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }

    /// Up to eight bytes as the low bytes of a word, the others zero; nothing is read before offset 0 or from `limit` on.
    @inline(__always) static func word(_ bytes: UnsafeRawPointer, from start: Int, to end: Int, limit: Int) -> UInt64 {
        let unused = UInt64(truncatingIfNeeded: 64 &- (end &- start) &* 8)
        if end >= 8 { return word(bytes, end &- 8).littleEndian &>> unused }
        if start &+ 8 <= limit { return (word(bytes, start).littleEndian &<< unused) &>> unused }
        return assembled(bytes, from: start, to: end)
    }

    /// The same byte by byte, for the few texts that have less than eight.
    @inline(never) private static func assembled(_ bytes: UnsafeRawPointer, from start: Int, to end: Int) -> UInt64 {
        (start..<end).reversed().reduce(0) { $0 << 8 | UInt64(byte(bytes, $1)) }
    }
}
