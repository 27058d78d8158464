/// How long some texts are: a bit for each length, in which all from 63 on share one.
struct LengthMask: Sendable {
    private var bits: UInt64 = 0

    init() {}

    /// The lengths of a node's rests, with the slash before each.
    init(_ pointer: TrieLayout.Pointer, of root: TrieReference, in layout: TrieLayout) {
        let node = layout.nodes[root.number]
        guard root != .none, node.slotBits > 0, node.groups == 0 else { return }
        for slot in layout.slots[Int(node.slots)..<Int(node.slots) + 1 << Int(node.slotBits)] where slot.child.isRest {
            let length = TailLiteral(pointer.tail(slot.child) + TailStep.first).length + 1
            bits |= 1 << UInt64(min(length, 63))
        }
    }

    @inline(__always) func contains(_ length: Int) -> Bool {
        bits &>> UInt64(truncatingIfNeeded: min(length, 63)) & 1 != 0
    }
}
