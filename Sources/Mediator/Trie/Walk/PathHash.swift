/// The hash of a part of a path, sixteen bytes at a time.
enum PathHash {
    private static let first: UInt64 = 0x9FB2_1C65_1E98_DF25
    private static let second: UInt64 = 0xD6E8_FEB8_6659_FD93

    /// The hash of the bytes from `start` to `end`, of which there is at least one. Nothing is read before offset 0 or
    /// from `end` on.
    @inline(__always) static func of(_ bytes: UnsafeRawPointer, from start: Int, to end: Int) -> UInt64 {
        let count = end &- start
        if count < 8 {
            return mix(Bytes.word(bytes, from: start, to: end, limit: end) ^ first, second)
        }
        var hash = UInt64(truncatingIfNeeded: count)
        var place = start
        while end &- place > 16 {
            let word = Bytes.word(bytes, place).littleEndian
            hash = mix(word ^ first ^ hash, Bytes.word(bytes, place &+ 8).littleEndian ^ second)
            place &+= 16
        }
        // The last words overlap what was read already, where they have to.
        let word = Bytes.word(bytes, max(start, end &- 16)).littleEndian
        return mix(word ^ first ^ hash, Bytes.word(bytes, end &- 8).littleEndian ^ second)
    }

    /// The hash of a whole text.
    static func of(_ text: UnsafeRawBufferPointer) -> UInt64 {
        guard let base = text.baseAddress, !text.isEmpty else { return 0 }
        return of(base, from: 0, to: text.count)
    }

    @inline(__always) private static func mix(_ word: UInt64, _ other: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
