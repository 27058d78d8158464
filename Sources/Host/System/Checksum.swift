/// Tells damage from what was written, not who wrote it.
enum Checksum {
    /// A number that changes with any change within eight bytes, and most likely with any other.
    static func of(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { memory in
            var sum = UInt64(memory.count) &+ 0x9E37_79B9_7F4A_7C15
            var place = 0
            while place &+ 8 <= memory.count {
                sum = (sum ^ memory.loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x9FB2_1C65_1E98_DF25
                sum = sum << 29 | sum >> 35
                place &+= 8
            }
            while place < memory.count {
                sum = (sum ^ UInt64(memory[place])) &* 0x9FB2_1C65_1E98_DF25
                place &+= 1
            }
            return Int(truncatingIfNeeded: sum)
        }
    }
}
