/// A node of a pattern tree, in half a cache line: the continuations of a beginning that patterns share.
struct TreeNode: BitwiseCopyable {
    /// The numbers of remaining segments in patterns that continue with a literal, and with a plain parameter.
    var literalDepths = DepthMask()
    var plainDepths = DepthMask()
    var plain = TreeReference.none
    /// The first slot of the node, and the number of used slots.
    var slots: UInt32 = 0
    var literals: UInt32 = 0
    /// The binary logarithm of the number of slots.
    var slotBits: UInt8 = 0
    /// The first form that ends here, plus 1.
    var end: UInt32 = 0
    /// The number of the first child after a special parameter, plus 1; the most specific one is first.
    var child: UInt32 = 0
    /// The first form whose wildcard begins here, plus 1.
    var wildcard: UInt32 = 0

    /// Whether the node has special parameters or a wildcard, which few nodes have.
    @inline(__always) var hasBranch: Bool { child | wildcard != 0 }
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

/// A slot in a node's hash table of literals.
struct TreeSlot: BitwiseCopyable {
    /// A part of the hash, so that few other literals are compared.
    var tag: UInt32 = 0
    /// The offset of the literal in the tree's texts.
    var text: UInt32 = 0
    /// `none` in a free slot.
    var target = TreeReference.none

    @inline(__always) static func tag(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash &>> 32) }
}

/// One form of a pattern: the pattern with or without each of its optional groups.
struct TreeForm: BitwiseCopyable {
    let pattern: UInt32
    /// The index of the first parameter's name in the tree's names.
    let firstName: UInt32
    /// The index of the rank in the tree's ranks.
    let rank: UInt32
    /// The next form with equal steps, plus 1.
    var next: UInt32 = 0
    /// The first step that the form does not share with other forms, and the number of these steps.
    var step: UInt32
    var stepCount: UInt16
    /// Whether the form ends with a wildcard, which is not a step, and whether the wildcard may be empty.
    let isOpen: Bool
    let allowsNone: Bool
    /// Whether the wildcard begins with the host.
    let capturesHost: Bool

    /// The minimum number of segments from the unshared steps on.
    @inline(__always) private var least: Int { Int(stepCount) &+ (isOpen && !allowsNone ? 1 : 0) }

    /// The possible numbers of segments from the unshared steps on.
    var depths: DepthMask { isOpen ? .atLeast(least) : .exactly(least) }

    /// Returns whether the form can match a number of remaining segments.
    @inline(__always) func fits(_ left: Int) -> Bool { isOpen ? left >= least : left == least }
}

/// The part of a form that matches one segment.
struct TreeStep: BitwiseCopyable, Equatable {
    private let value: UInt32

    private static let specialBit: UInt32 = 1 << 31

    /// A parameter without a type or text around it.
    static let plain = TreeStep(value: .max)

    /// Returns the step of a literal, by its offset in the tree's texts.
    static func literal(_ text: UInt32) -> TreeStep { TreeStep(value: text) }

    /// Returns the step of a parameter with a type or text around it, by its number.
    static func special(_ parameter: UInt32) -> TreeStep { TreeStep(value: parameter | specialBit) }

    @inline(__always) var isLiteral: Bool { value & Self.specialBit == 0 }

    /// The literal's offset, or the parameter's number.
    @inline(__always) var number: UInt32 { value & ~Self.specialBit }
}

/// A node, or the rest of a single form, by its number.
struct TreeReference: BitwiseCopyable, Equatable {
    let value: UInt32

    /// Number 0 is the node of all roots, which is never a target.
    static let none = TreeReference(value: 0)
    private static let formBit: UInt32 = 1 << 31

    static func node(_ number: Int) -> TreeReference { TreeReference(value: UInt32(number)) }
    static func rest(of form: Int) -> TreeReference { TreeReference(value: UInt32(form) | formBit) }

    @inline(__always) var isForm: Bool { value & Self.formBit != 0 }
    /// The number of the node or the form.
    @inline(__always) var number: Int { Int(value & ~Self.formBit) }
}

/// The numbers of remaining segments after which a form ends: a bit for each number up to 14, and one for all above.
struct DepthMask: BitwiseCopyable {
    private var bits: UInt16 = 0

    /// Returns the mask of exactly one number.
    @inline(__always) static func exactly(_ count: Int) -> DepthMask {
        DepthMask(bits: 1 &<< UInt16(truncatingIfNeeded: min(count, 15)))
    }

    /// Returns the mask of a number and all numbers above.
    static func atLeast(_ count: Int) -> DepthMask { DepthMask(bits: .max << UInt16(min(count, 15))) }

    @inline(__always) func meets(_ other: DepthMask) -> Bool { bits & other.bits != 0 }

    mutating func formUnion(_ other: DepthMask) { bits |= other.bits }
}
