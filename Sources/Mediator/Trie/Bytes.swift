/// Comparison of bytes in memory.
enum Bytes {
    /// Whether two places in memory hold the same bytes.
    @inline(__always) static func equal(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
        if count < 8 { return equalShort(first, second, count: count) }
        var offset = 0
        while offset + 8 <= count {
            guard word(first, offset) == word(second, offset) else { return false }
            offset += 8
        }
        // The last eight bytes overlap what was compared already.
        return word(first, count - 8) == word(second, count - 8)
    }

    @inline(__always) private static func equalShort(
        _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int
    ) -> Bool {
        for offset in 0..<count
        where first.load(fromByteOffset: offset, as: UInt8.self) != second.load(fromByteOffset: offset, as: UInt8.self)
        {
            return false
        }
        return true
    }

    @inline(__always) private static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
}
