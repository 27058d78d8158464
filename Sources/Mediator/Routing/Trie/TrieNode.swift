/// One node of a frozen trie: the continuations of a beginning that patterns share. Half a cache line.
///
/// Its literal edges are of two kinds. A rest is the remainder of a pattern that has only literals from here on; one
/// hash over the remainder of the path finds it. Any other pattern continues by its next `span` literals at once. The
/// masks of depths say for each edge after how many segments some pattern ends there (`DepthMask`), so that a look-up
/// skips most edges without a match.
struct TrieNode: BitwiseCopyable {
    /// The literals on the edge to this node, joined by slashes.
    var text: UInt32 = 0
    var textLength: UInt16 = 0
    /// The number of segments that its literal edges take.
    var span: UInt8 = 0
    /// The number of consecutive segments that its plain parameters take.
    var plainSpan: UInt8 = 0
    var restDepths = DepthMask()
    var literalDepths = DepthMask()
    var plainDepths = DepthMask()
    /// The binary logarithm of the number of slots.
    var slotBits: UInt8 = 0
    /// 1 if optional groups begin here, so that `TrieSearch` decides.
    var groups: UInt8 = 0
    /// The first of its slots.
    var slots: UInt32 = 0
    /// The number of the first pattern that ends here, plus 1.
    var end: UInt32 = 0
    /// The target of plain parameters.
    var plain = TrieReference.none
    /// The number of its branch, plus 1.
    var branch: UInt32 = 0
}

/// The data of few nodes besides literals and a plain parameter.
struct TrieBranch: BitwiseCopyable {
    /// Its children after parameters with a type or text around them, the most specific first.
    var firstChild: UInt32 = 0
    var childCount: UInt32 = 0
    /// The number of the first pattern whose wildcard begins here, plus 1.
    var wildcard: UInt32 = 0
    /// The patterns whose optional groups begin here.
    var firstGroup: UInt32 = 0
    var groupCount: UInt32 = 0

    var children: Range<Int> { Int(firstChild)..<Int(firstChild) + Int(childCount) }
    var groups: Range<Int> { Int(firstGroup)..<Int(firstGroup) + Int(groupCount) }
}

/// A child after a parameter.
struct TrieChild: BitwiseCopyable {
    var parameter: UInt32
    var child: TrieReference
}

/// One place in a node's hash table of literals.
struct TrieSlot: BitwiseCopyable {
    /// A part of the hash, so that few other literals are compared.
    var tag: UInt32 = 0
    /// The target of the literal, which knows the literal's text; `none` in a free place.
    var child = TrieReference.none
}

/// The root node of the patterns of a scheme and host; both texts are in lower case, and empty for none or any.
struct TrieRoot: BitwiseCopyable {
    var scheme: TextRange
    var host: TextRange
    var node: TrieReference
}

/// A node or a tail, by its number.
struct TrieReference: BitwiseCopyable, Equatable {
    let value: UInt32

    static let none = TrieReference(value: 0)
    private static let tailBit: UInt32 = 1 << 31
    private static let restBit: UInt32 = 1 << 30
    private static let numberMask = restBit - 1

    static func node(_ number: Int) -> TrieReference { TrieReference(value: UInt32(number)) }
    static func tail(_ offset: Int) -> TrieReference { TrieReference(value: UInt32(offset) | tailBit) }
    /// Returns a tail that consists of literals and is found by the hash of them all.
    static func rest(_ offset: Int) -> TrieReference { TrieReference(value: UInt32(offset) | tailBit | restBit) }

    @inline(__always) var isTail: Bool { value & Self.tailBit != 0 }
    @inline(__always) var isRest: Bool { value & Self.restBit != 0 }
    /// The node's number, or the tail's offset.
    @inline(__always) var number: Int { Int(value & Self.numberMask) }
}

/// The kind of a tail's step; a tail begins with the four bytes of its pattern's number.
enum TailStep {
    static let end: UInt8 = 0
    /// A literal: two bytes with the number of segments, two of length, and the text follow.
    static let literal: UInt8 = 1
    static let plain: UInt8 = 2
    /// A special parameter: four bytes of its number follow.
    static let special: UInt8 = 3
    static let wildcard: UInt8 = 4
    static let optionalWildcard: UInt8 = 5

    /// The offset of a tail's first step.
    static let first = 4
    /// The offset of a literal's text in its step.
    static let text = 5
}

/// A literal step of a tail.
struct TailLiteral {
    let text: UnsafeRawPointer
    let length: Int
    let span: Int

    @inline(__always) init(_ step: UnsafeRawPointer) {
        span = Int(step.loadUnaligned(fromByteOffset: 1, as: UInt16.self))
        length = Int(step.loadUnaligned(fromByteOffset: 3, as: UInt16.self))
        text = step + TailStep.text
    }

    /// The step after it.
    @inline(__always) var next: UnsafeRawPointer { text + length }
}

/// The place of a text among a frozen trie's texts, in bytes.
struct TextRange: BitwiseCopyable, Equatable {
    var start: UInt32 = 0
    var count: UInt32 = 0
}

/// A filter that excludes most paths that no pattern spells out literally, by their length and last bytes.
///
/// It is a table of bits, at least sixteen for each literal path, so that few are set.
struct LiteralFilter {
    private let words: UnsafeMutablePointer<UInt64>
    /// The shift from a product to a bit's number.
    private let shift: UInt64

    /// Creates the filter of a root's rests; without rests it excludes every path.
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

    /// Frees the memory; the filter must not be used afterwards.
    func deallocate() { words.deallocate() }

    /// Returns whether some pattern may spell out a path.
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
