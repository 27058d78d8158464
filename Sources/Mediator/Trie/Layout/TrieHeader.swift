/// What stands at the beginning of a frozen trie's memory.
struct TrieHeader: Equatable {
    /// Its size in bytes.
    static let size = 96
    /// The bytes `SWBROUTE`, in any byte order.
    static let magic = Array("SWBROUTE".utf8)
    /// The version of the format that this build writes and reads.
    static let version: UInt32 = 1
    /// Reads otherwise on a machine with the other byte order.
    static let byteOrder: UInt32 = 0x0102_0304
    /// How many parts follow.
    static let partCount = 15
    /// Where the checksum stands, which it leaves out.
    static let checksumPlace = 24

    private(set) var magic = Self.magic
    private(set) var version = Self.version
    private(set) var byteOrder = Self.byteOrder
    /// The size of the whole, in bytes.
    let byteCount: UInt64
    private(set) var checksum: UInt64 = 0
    /// How many elements each part has.
    let counts: [UInt32]

    init(counts: [UInt32]) {
        self.counts = counts
        byteCount = Self.byteCount(counts)
    }

    /// Reads the header of memory that holds at least `size` bytes.
    init(reading memory: UnsafeRawBufferPointer) {
        magic = Array(memory[..<8])
        version = memory.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        byteOrder = memory.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
        byteCount = memory.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        checksum = memory.loadUnaligned(fromByteOffset: Self.checksumPlace, as: UInt64.self)
        counts = (0..<Self.partCount).map { memory.loadUnaligned(fromByteOffset: 32 + $0 * 4, as: UInt32.self) }
    }

    /// Writes the header, with zero for the checksum.
    func write(to memory: UnsafeMutableRawBufferPointer) {
        memory.copyBytes(from: magic)
        memory.storeBytes(of: version, toByteOffset: 8, as: UInt32.self)
        memory.storeBytes(of: byteOrder, toByteOffset: 12, as: UInt32.self)
        memory.storeBytes(of: byteCount, toByteOffset: 16, as: UInt64.self)
        memory.storeBytes(of: 0, toByteOffset: Self.checksumPlace, as: UInt64.self)
        for (part, count) in counts.enumerated() {
            memory.storeBytes(of: count, toByteOffset: 32 + part * 4, as: UInt32.self)
        }
        memory.storeBytes(of: 0, toByteOffset: 32 + Self.partCount * 4, as: UInt32.self)
    }

    /// The size that the parts and the header have together.
    static func byteCount(_ counts: [UInt32]) -> UInt64 {
        let strides = [
            MemoryLayout<TrieRoot>.stride, MemoryLayout<TrieNode>.stride, MemoryLayout<TrieSlot>.stride,
            MemoryLayout<TrieBranch>.stride, MemoryLayout<TrieChild>.stride, MemoryLayout<FrozenParameter>.stride,
            MemoryLayout<TextRange>.stride, MemoryLayout<FrozenGroup>.stride, MemoryLayout<GroupStep>.stride,
            MemoryLayout<FrozenPattern>.stride, MemoryLayout<TextRange>.stride, MemoryLayout<UInt32>.stride,
            MemoryLayout<FrozenType>.stride, 1, 1,
        ]
        return zip(counts, strides).reduce(UInt64(size)) { total, part in
            total + (UInt64(part.0) * UInt64(part.1) + 7) & ~7
        }
    }
}
