/// A node of a pattern tree, in half a cache line. It stands for a beginning that several patterns share.
struct TreeNode: BitwiseCopyable {
    /// The possible numbers of remaining segments for patterns that continue with a literal, or with a plain parameter.
    var literalDepths = DepthMask()
    var plainDepths = DepthMask()
    var plain = TreeReference.none
    /// The index of the node's first slot, and the number of its slots that are used.
    var slots: UInt32 = 0
    var literals: UInt32 = 0
    /// The binary logarithm of the number of slots.
    var slotBits: UInt8 = 0
    /// The index of the first form that ends here, plus 1.
    var end: UInt32 = 0
    /// The index of the first child for a special parameter, plus 1; the most specific child is the first.
    var child: UInt32 = 0
    /// The index of the first form whose wildcard begins here, plus 1.
    var wildcard: UInt32 = 0

    /// Whether the node has special parameters or a wildcard, as only few nodes have.
    @inline(__always) var hasBranch: Bool { child | wildcard != 0 }
}

/// An edge for a special parameter: a parameter with a type, or with text around it.
struct TreeChild: BitwiseCopyable {
    /// The index of the parameter in the tree's parameters.
    let parameter: UInt32
    let rank: Specificity
    var target = TreeReference.none
    /// The index of the next child of the node, plus 1.
    var next: UInt32 = 0
}

/// A slot in a node's hash table of literals.
struct TreeSlot: BitwiseCopyable {
    /// A part of the literal's hash, which is compared first: a text is then rarely compared with a different literal.
    var tag: UInt32 = 0
    /// The offset of the literal in the tree's texts.
    var text: UInt32 = 0
    /// `none` in a free slot.
    var target = TreeReference.none

    @inline(__always) static func tag(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash &>> 32) }
}

/// One form of a pattern: the pattern with some of its optional groups and without its other groups.
struct TreeForm: BitwiseCopyable {
    let pattern: UInt32
    /// The index of the first parameter's name in the tree's names.
    let firstName: UInt32
    /// The index of the rank in the tree's ranks.
    let rank: UInt32
    /// The index of the next form with equal steps, plus 1.
    var next: UInt32 = 0
    /// The index of the first step that the form does not share with other forms, and the number of its unshared steps.
    var step: UInt32
    var stepCount: UInt16
    /// Whether the form ends with a wildcard, and whether the wildcard may be empty. A wildcard is not a step.
    let isOpen: Bool
    let allowsNone: Bool
    /// Whether the wildcard's value begins with the host.
    let capturesHost: Bool

    /// The minimum number of segments that the unshared steps and the wildcard match.
    @inline(__always) private var least: Int { Int(stepCount) &+ (isOpen && !allowsNone ? 1 : 0) }

    /// The numbers of segments that the unshared steps and the wildcard can match.
    var depths: DepthMask { isOpen ? .atLeast(least) : .exactly(least) }

    /// Returns whether the unshared steps and the wildcard can match a number of remaining segments.
    @inline(__always) func fits(_ left: Int) -> Bool { isOpen ? left >= least : left == least }
}

/// The part of a form that matches one segment.
struct TreeStep: BitwiseCopyable, Equatable {
    private let value: UInt32

    private static let specialBit: UInt32 = 1 << 31

    /// A parameter without a type or text around it.
    static let plain = TreeStep(value: .max)

    /// Returns the step of the literal at an offset in the tree's texts.
    static func literal(_ text: UInt32) -> TreeStep { TreeStep(value: text) }

    /// Returns the step of the special parameter with an index in the tree's parameters.
    static func special(_ parameter: UInt32) -> TreeStep { TreeStep(value: parameter | specialBit) }

    @inline(__always) var isLiteral: Bool { value & Self.specialBit == 0 }

    /// The literal's offset, or the parameter's index.
    @inline(__always) var number: UInt32 { value & ~Self.specialBit }
}

/// A target in the tree: a node, or a single form whose remaining steps no other form shares.
struct TreeReference: BitwiseCopyable, Equatable {
    let value: UInt32

    /// The reference to node 0, the node of all roots, which is never a target.
    static let none = TreeReference(value: 0)
    private static let formBit: UInt32 = 1 << 31

    static func node(_ number: Int) -> TreeReference { TreeReference(value: UInt32(number)) }
    static func rest(of form: Int) -> TreeReference { TreeReference(value: UInt32(form) | formBit) }

    @inline(__always) var isForm: Bool { value & Self.formBit != 0 }
    /// The index of the node or of the form.
    @inline(__always) var number: Int { Int(value & ~Self.formBit) }
}

/// A set of numbers of remaining segments, as bits: one for each number up to 14, and one for all higher numbers.
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
