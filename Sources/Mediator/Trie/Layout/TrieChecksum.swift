/// The checksum of a frozen trie's memory: it tells damage from what was written, not who wrote it.
enum TrieChecksum {
    /// The checksum of all bytes but the checksum's own. Any change within one word of eight bytes changes it.
    static func of(_ memory: UnsafeRawBufferPointer) -> UInt64 {
        var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
        for place in stride(from: 0, to: memory.count & ~7, by: 8) where place != TrieHeader.checksumPlace {
            sum = (sum ^ memory.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x9FB2_1C65_1E98_DF25
            sum = sum << 29 | sum >> 35
        }
        return sum
    }
}
