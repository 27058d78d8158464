/// Where the parts of a frozen trie lie in its memory; all numbers are in the machine's own byte order.
///
/// | part | element | what it holds |
/// |---|---|---|
/// | nodes | 16 bytes | `TrieNode`; number 0 is no node |
/// | edges | 24 bytes | `TrieEdge`, a hash table with linear probing; a power of two |
/// | lists | 4 bytes | what nodes point to: children with a type, and pattern numbers |
/// | tails | 1 byte | the rest of a pattern that nobody shares, as a small program |
/// | texts | 1 byte | literals, one after the other |
struct TrieLayout {
    let nodes: UnsafePointer<TrieNode>
    let edges: UnsafePointer<TrieEdge>
    let edgeMask: Int
    let lists: UnsafePointer<UInt32>
    let tails: UnsafePointer<UInt8>
    let texts: UnsafePointer<UInt8>
}

/// One node of a frozen trie.
struct TrieNode: BitwiseCopyable {
    /// The number of the pattern that ends here, plus 1.
    var end: UInt32 = 0
    /// The child of a plain parameter.
    var plain = TrieReference.none
    /// Where in the lists this node's begin.
    var list: UInt32 = 0
    var flags: UInt32 = 0

    static let hasLiterals: UInt32 = 1
    /// It has more ways on than literals.
    static let hasOthers: UInt32 = 2
    /// It has a list: children with a type or text around them, wildcards, several ends.
    static let hasList: UInt32 = 4
    /// Optional groups begin here, or patterns with priorities end here: the slow way decides.
    static let isSlow: UInt32 = 8
}

/// A node or a tail, by its number.
struct TrieReference: BitwiseCopyable, Equatable {
    let value: UInt32

    static let none = TrieReference(value: 0)
    private static let tailBit: UInt32 = 1 << 31

    static func node(_ number: Int) -> TrieReference { TrieReference(value: UInt32(number)) }
    static func tail(_ offset: Int) -> TrieReference { TrieReference(value: UInt32(offset) | tailBit) }

    @inline(__always) var isTail: Bool { value & Self.tailBit != 0 }
    /// The node's number, or the tail's offset.
    @inline(__always) var number: Int { Int(value & ~Self.tailBit) }
}

/// One literal on the way from a node to its child.
struct TrieEdge: BitwiseCopyable {
    /// The first eight bytes, zero behind a shorter literal.
    var key: UInt64 = 0
    var parent: UInt32 = 0
    /// `none` in a free place.
    var child = TrieReference.none
    /// Where the whole literal stands in the texts.
    var text: UInt32 = 0
    var length: UInt32 = 0
}

/// What a step of a tail asks of the next segment.
enum TailStep {
    static let end: UInt8 = 0
    /// Two bytes of length and the text follow.
    static let literal: UInt8 = 1
    static let plain: UInt8 = 2
    /// Four bytes of a parameter's place in the lists follow.
    static let special: UInt8 = 3
    static let wildcard: UInt8 = 4
    static let optionalWildcard: UInt8 = 5
}
