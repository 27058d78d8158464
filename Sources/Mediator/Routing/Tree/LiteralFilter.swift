/// A filter that excludes, by length and last bytes, most paths that are not equal to a pattern without parameters.
///
/// The filter is a table with at least sixteen bits for each literal path. Few of the bits are therefore set.
struct LiteralFilter {
    private let words: UnsafeMutablePointer<UInt64>
    /// The number of bits by which a product is shifted right to become the index of a bit.
    private let shift: UInt64

    /// Creates the filter for a tree's whole literal paths; if there are none, it excludes every path.
    init(_ tree: TreeParts) {
        let node = tree.nodes[TreeBuilder.wholePaths]
        let bits = min(max(6, Int(node.slotBits) + 3), 24)
        shift = UInt64(64 - bits)
        words = .allocate(capacity: 1 << (bits - 6))
        words.initialize(repeating: 0, count: 1 << (bits - 6))
        for slot in Int(node.slots)..<Int(node.slots) + 1 << Int(node.slotBits) where tree.slots[slot].target != .none {
            let text = tree.text(at: tree.slots[slot].text)
            let path = [UInt8(ascii: "/")] + UnsafeRawBufferPointer(start: text.start, count: text.count)
            let bit = path.withUnsafeBytes { path in path.baseAddress.map { self.bit($0, count: path.count) } ?? 0 }
            words[bit >> 6] |= 1 << UInt64(bit & 63)
        }
    }

    /// Frees the memory; the filter must not be used afterwards.
    func deallocate() { words.deallocate() }

    /// Returns whether a path may equal a pattern literally.
    @inline(__always) func mayContain(_ path: UnsafeRawPointer, count: Int) -> Bool {
        let bit = bit(path, count: count)
        return words[bit &>> 6] &>> UInt64(truncatingIfNeeded: bit & 63) & 1 != 0
    }

    @inline(__always) private func bit(_ path: UnsafeRawPointer, count: Int) -> Int {
        let last = Bytes.word(path, from: max(0, count &- 8), to: count, limit: count)
        let product = (last &+ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product &>> shift)
    }
}
