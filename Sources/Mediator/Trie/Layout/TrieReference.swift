/// A node or a tail, by its number.
struct TrieReference: BitwiseCopyable, Equatable {
    let value: UInt32

    static let none = TrieReference(value: 0)
    private static let tailBit: UInt32 = 1 << 31
    private static let restBit: UInt32 = 1 << 30
    private static let numberMask = restBit - 1

    static func node(_ number: Int) -> TrieReference { TrieReference(value: UInt32(number)) }
    static func tail(_ offset: Int) -> TrieReference { TrieReference(value: UInt32(offset) | tailBit) }
    /// A tail that is nothing but literals and is found by the hash of them all.
    static func rest(_ offset: Int) -> TrieReference { TrieReference(value: UInt32(offset) | tailBit | restBit) }

    @inline(__always) var isTail: Bool { value & Self.tailBit != 0 }
    @inline(__always) var isRest: Bool { value & Self.restBit != 0 }
    /// The node's number, or the tail's offset.
    @inline(__always) var number: Int { Int(value & Self.numberMask) }
}
