/// One node of a pattern tree: the continuations of a beginning that patterns share. Half a cache line.
struct TreeNode: BitwiseCopyable {
    /// The literal that leads to the node, among the tree's texts.
    var text: UInt32 = 0
    var textLength: UInt16 = 0
    /// The numbers of segments after which patterns end that go on with a literal, and with a plain parameter.
    var literalDepths = DepthMask()
    var plainDepths = DepthMask()
    /// The binary logarithm of the number of its slots.
    var slotBits: UInt8 = 0
    /// The first of its slots, and the number of slots that are taken.
    var slots: UInt32 = 0
    var literals: UInt32 = 0
    /// The first form that ends here, plus 1.
    var end: UInt32 = 0
    /// The target of a plain parameter.
    var plain = TreeReference.none
    /// The number of its branch, plus 1.
    var branch: UInt32 = 0
}

/// The edges that few nodes have.
struct TreeBranch: BitwiseCopyable {
    /// The number of the first child after a parameter with a type or text around it, plus 1; the most specific one is first.
    var child: UInt32 = 0
    /// The first form whose wildcard begins here, plus 1.
    var wildcard: UInt32 = 0
}

/// An edge for a parameter with a type or text around it.
struct TreeChild: BitwiseCopyable {
    /// The number of the parameter among the tree's parameters.
    let parameter: UInt32
    let rank: Specificity
    var target = TreeReference.none
    /// The number of the next child of the node, plus 1.
    var next: UInt32 = 0
}

/// One place in a node's hash table of literals.
struct TreeSlot: BitwiseCopyable {
    /// A part of the hash, so that few other literals are compared.
    var tag: UInt32 = 0
    /// The target, which knows the literal's text; `none` in a free place.
    var target = TreeReference.none

    @inline(__always) static func tag(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash &>> 32) }
}

/// The root of the patterns of a scheme and host; both texts are in lower case, and empty for none or any.
struct TreeRoot {
    let scheme: [UInt8]
    let host: [UInt8]
    let node: Int

    /// Returns the order of this root's name and another one without regard to its case; 0 if they are equal.
    func order(_ scheme: UnsafeRawBufferPointer, _ host: UnsafeRawBufferPointer) -> Int {
        let order = Self.order(self.scheme, scheme)
        return order == 0 ? Self.order(self.host, host) : order
    }

    private static func order(_ text: [UInt8], _ other: UnsafeRawBufferPointer) -> Int {
        for (byte, otherByte) in zip(text, other) {
            let isCapital = otherByte >= UInt8(ascii: "A") && otherByte <= UInt8(ascii: "Z")
            let difference = Int(byte) - Int(isCapital ? otherByte | 0x20 : otherByte)
            if difference != 0 { return difference }
        }
        return text.count - other.count
    }
}

/// One form of a pattern: the pattern with or without each of its optional groups.
struct TreeForm: BitwiseCopyable {
    /// The pattern's number.
    let pattern: UInt32
    /// The place of its parameters' names among the tree's names.
    let firstName: UInt32
    let nameCount: UInt16
    /// Whether the form ends with a wildcard that may be empty.
    let allowsNone: Bool
    /// The next form of an equal way, plus 1.
    var next: UInt32 = 0
    /// The place of its ranks among the tree's lists of ranks.
    let ranks: UInt32
    let priority: Int64
}

/// A node, or the rest of a single form, by its place.
struct TreeReference: BitwiseCopyable, Equatable {
    let value: UInt32

    static let none = TreeReference(value: 0)
    private static let tailBit: UInt32 = 1 << 31

    static func node(_ number: Int) -> TreeReference { TreeReference(value: UInt32(number)) }
    static func tail(_ offset: Int) -> TreeReference { TreeReference(value: UInt32(offset) | tailBit) }

    @inline(__always) var isTail: Bool { value & Self.tailBit != 0 }
    /// The node's number, or the tail's offset.
    @inline(__always) var number: Int { Int(value & ~Self.tailBit) }
}

/// The rest of a form that shares it with no other one: a small program, which begins with this header.
struct TreeTail: BitwiseCopyable {
    /// The form's number.
    let form: UInt32
    /// The least number of its segments.
    let count: UInt16
    /// 1 for a form that ends with a wildcard.
    let isOpen: UInt16

    /// The offset of its first step.
    static let first = 8

    /// Returns whether so many segments may be left of a path.
    @inline(__always) func fits(_ left: Int) -> Bool { isOpen == 0 ? left == Int(count) : left >= Int(count) }
}

/// The kind of a tail's step.
enum TailStep {
    static let end: UInt8 = 0
    /// A literal: two bytes with the number of segments, two of length, and the text follow.
    static let literal: UInt8 = 1
    static let plain: UInt8 = 2
    /// A parameter with a type or text around it: four bytes of its number follow.
    static let special: UInt8 = 3
    static let wildcard: UInt8 = 4
}

/// A literal step of a tail: one segment, or several that are joined by slashes.
struct TailLiteral {
    let text: UnsafeRawPointer
    let length: Int
    let span: Int

    /// The offset of the text in its step.
    static let textOffset = 5

    @inline(__always) init(_ step: UnsafeRawPointer) {
        span = Int(step.loadUnaligned(fromByteOffset: 1, as: UInt16.self))
        length = Int(step.loadUnaligned(fromByteOffset: 3, as: UInt16.self))
        text = step + Self.textOffset
    }

    /// The step after it.
    @inline(__always) var next: UnsafeRawPointer { text + length }

    /// Returns whether its first segment has a number of bytes.
    @inline(__always) func begins(with length: Int) -> Bool {
        if span == 1 { return self.length == length }
        return self.length > length && Bytes.byte(text, length) == UInt8(ascii: "/")
    }
}

/// The numbers of further segments after which some form ends: a bit for each number up to 14, and one for all above.
struct DepthMask: BitwiseCopyable, Equatable {
    private(set) var bits: UInt16 = 0

    /// Returns the mask of exactly one number.
    @inline(__always) static func exactly(_ count: Int) -> DepthMask {
        DepthMask(bits: 1 &<< UInt16(truncatingIfNeeded: min(count, 15)))
    }

    /// Returns the mask of a number and all above.
    static func atLeast(_ count: Int) -> DepthMask { DepthMask(bits: .max << UInt16(min(count, 15))) }

    @inline(__always) func contains(_ count: Int) -> Bool { meets(.exactly(count)) }

    @inline(__always) func meets(_ other: DepthMask) -> Bool { bits & other.bits != 0 }

    mutating func formUnion(_ other: DepthMask) { bits |= other.bits }
}

extension TreeRoot {
    init(_ pattern: RoutePattern, node: Int) {
        self.init(scheme: Array((pattern.scheme ?? "").utf8), host: Array((pattern.host ?? "").utf8), node: node)
    }

    func precedes(_ other: TreeRoot) -> Bool {
        other.scheme.withUnsafeBytes { scheme in other.host.withUnsafeBytes { order(scheme, $0) < 0 } }
    }
}
