extension TrieWalk {
    /// Where the next literals lead, or `none`.
    @inline(__always) func find(_ node: UnsafePointer<TrieNode>, span: Int, isRest: Bool) -> TrieReference {
        TrieLiterals(layout, segments).find(node, depth: depth, span: span, isRest: isRest)
    }
}

/// Finds where literals lead from a node.
struct TrieLiterals {
    private let layout: TrieLayout
    private let segments: PathSegments

    @inline(__always) init(_ layout: TrieLayout, _ segments: PathSegments) {
        self.layout = layout
        self.segments = segments
    }

    /// Where some literal segments lead from a depth on: a rest or another way, or `none`.
    @inline(__always) func find(
        _ node: UnsafePointer<TrieNode>, depth: Int, span: Int, isRest: Bool
    ) -> TrieReference {
        let start = segments.start(depth)
        let end = segments.end(depth &+ span &- 1)
        let hash = PathHash.of(segments.bytes, from: start, to: end, limit: segments.limit)
        let tag = TrieSlot.tag(hash, isRest: isRest)
        let mask = 1 &<< Int(node.pointee.slotBits) &- 1
        let slots = layout.slots.baseAddress.unsafelyUnwrapped + Int(node.pointee.slots)
        var place = Int(truncatingIfNeeded: hash) & mask
        while true {
            let slot = slots[place]
            if slot.child == .none { return .none }
            if slot.tag == tag, slot.child.isRest == isRest, isText(of: slot.child, start, end, span: span) {
                return slot.child
            }
            place = (place &+ 1) & mask
        }
    }

    /// Whether the literals that lead to a child are these bytes.
    @inline(__always) private func isText(of child: TrieReference, _ start: Int, _ end: Int, span: Int) -> Bool {
        let length = end &- start
        let text: UnsafeRawPointer
        if child.isTail {
            let tail = layout.tails.baseAddress.unsafelyUnwrapped + child.number
            let literal = TailLiteral(tail + TailStep.first)
            // A tail may go on with more literals in the same text.
            let isWhole = literal.length == length && literal.span == span
            guard isWhole || literal.span > span && literal.length > length
                    && Bytes.byte(literal.text, length) == UInt8(ascii: "/") else { return false }
            text = literal.text
        } else {
            let node = layout.nodes.baseAddress.unsafelyUnwrapped + child.number
            guard Int(node.pointee.textLength) == length else { return false }
            text = layout.texts.baseAddress.unsafelyUnwrapped + Int(node.pointee.text)
        }
        return Bytes.equal(text, segments.bytes + start, count: length)
    }
}

extension TrieSlot {
    /// The part of a literal's hash that its slot keeps.
    @inline(__always) static func tag(_ hash: UInt64, isRest: Bool) -> UInt32 {
        let high = UInt32(truncatingIfNeeded: hash &>> 32)
        return isRest ? ~high : high
    }
}
