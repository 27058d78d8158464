/// A search for the targets of a node's literals.
struct TrieLiterals {
    private let layout: TrieLayout.Pointer

    @inline(__always) init(_ layout: TrieLayout.Pointer) { self.layout = layout }

    /// Returns the rest that some bytes spell, or `none`.
    @inline(__always) func rest(
        of node: UnsafePointer<TrieNode>, _ bytes: UnsafeRawPointer, from start: Int, to end: Int
    ) -> TrieReference {
        find(node, PathHash.of(bytes, from: start, to: end), isRest: true) { child in
            let literal = TailLiteral(layout.tail(child) + TailStep.first)
            return literal.length == end &- start && Bytes.equal(literal.text, bytes + start, count: literal.length)
        }
    }

    /// Returns the target of as many segments as the node's literal edges take, or `none`.
    @inline(__always) func edge(
        of node: UnsafePointer<TrieNode>, _ bytes: UnsafeRawPointer, from start: Int, to end: Int
    ) -> TrieReference {
        let length = end &- start
        return find(node, PathHash.of(bytes, from: start, to: end), isRest: false) { child in
            let text: UnsafeRawPointer
            if child.isTail {
                let literal = TailLiteral(layout.tail(child) + TailStep.first)
                guard literal.begins(with: length, segments: Int(node.pointee.span)) else { return false }
                text = literal.text
            } else {
                let child = layout.node(child)
                guard Int(child.pointee.textLength) == length else { return false }
                text = layout.texts + Int(child.pointee.text)
            }
            return Bytes.equal(text, bytes + start, count: length)
        }
    }

    @inline(__always) private func find(
        _ node: UnsafePointer<TrieNode>, _ hash: UInt64, isRest: Bool, isText: (TrieReference) -> Bool
    ) -> TrieReference {
        let tag = TrieSlot.tag(hash, isRest: isRest)
        let mask = 1 &<< Int(node.pointee.slotBits) &- 1
        let slots = layout.slots + Int(node.pointee.slots)
        var place = Int(truncatingIfNeeded: hash) & mask
        while true {
            let slot = slots[place]
            if slot.tag == tag, slot.child.isRest == isRest, slot.child != .none, isText(slot.child) {
                return slot.child
            }
            if slot.child == .none { return .none }
            place = (place &+ 1) & mask
        }
    }
}

extension TrieSlot {
    /// Returns the part of a literal's hash that its slot keeps.
    @inline(__always) static func tag(_ hash: UInt64, isRest: Bool) -> UInt32 {
        let high = UInt32(truncatingIfNeeded: hash &>> 32)
        return isRest ? ~high : high
    }
}

extension TailLiteral {
    /// Returns whether its first segments have a number of bytes; a tail may continue with more literals in this text.
    @inline(__always) fileprivate func begins(with length: Int, segments: Int) -> Bool {
        if self.length == length { return span == segments }
        return span > segments && self.length > length && Bytes.byte(text, length) == UInt8(ascii: "/")
    }
}
