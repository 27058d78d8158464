/// Tells most paths that no pattern spells out literally from those that one may, by their length and last bytes.
///
/// It is a table of bits, at least sixteen for each literal path, so that few are set.
struct LiteralFilter {
    private let words: UnsafeMutablePointer<UInt64>
    /// How far a product is shifted to become a bit's number.
    private let shift: UInt64

    /// The filter of a root's rests; one that lets nothing pass where there are none.
    init(_ pointer: TrieLayout.Pointer, of root: TrieReference, in layout: TrieLayout) {
        let node = layout.nodes[root.number]
        let isUsed = root != .none && node.slotBits > 0 && node.groups == 0
        let slots = isUsed ? Int(node.slots)..<Int(node.slots) + 1 << Int(node.slotBits) : 0..<0
        // A node has at least four slots for each rest.
        let bits = min(UInt64(node.slotBits) + 2, 24)
        shift = 64 - max(bits, 6)
        words = .allocate(capacity: 1 << Int(max(bits, 6) - 6))
        words.initialize(repeating: 0, count: 1 << Int(max(bits, 6) - 6))
        for slot in layout.slots[slots] where slot.child.isRest {
            let literal = TailLiteral(pointer.tail(slot.child) + TailStep.first)
            let path = [UInt8(ascii: "/")] + UnsafeRawBufferPointer(start: literal.text, count: literal.length)
            let bit = path.withUnsafeBytes { path in path.baseAddress.map { self.bit($0, count: path.count) } ?? 0 }
            words[bit >> 6] |= 1 << UInt64(bit & 63)
        }
    }

    /// Gives the memory back; nobody may ask any more.
    func deallocate() { words.deallocate() }

    /// Whether some pattern may spell out a path.
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
