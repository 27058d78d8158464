/// One node of a pattern tree: the continuations of a beginning that patterns share. Half a cache line.
struct TreeNode: BitwiseCopyable {
    /// The numbers of segments after which patterns end that go on with a literal, and with a plain parameter.
    var literalDepths = DepthMask()
    var plainDepths = DepthMask()
    var plain = TreeReference.none
    /// The first of its slots, and the number of slots that are taken.
    var slots: UInt32 = 0
    var literals: UInt32 = 0
    /// The binary logarithm of the number of its slots.
    var slotBits: UInt8 = 0
    /// The first form that ends here, plus 1.
    var end: UInt32 = 0
    /// The number of the first child after a special parameter, plus 1; the most specific one is first.
    var child: UInt32 = 0
    /// The first form whose wildcard begins here, plus 1.
    var wildcard: UInt32 = 0

    /// Whether it has edges that few nodes have.
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

/// One place in a node's hash table of literals.
struct TreeSlot: BitwiseCopyable {
    /// A part of the hash, so that few other literals are compared.
    var tag: UInt32 = 0
    /// The place of the literal among the tree's texts.
    var text: UInt32 = 0
    /// `none` in a free place.
    var target = TreeReference.none

    @inline(__always) static func tag(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash &>> 32) }
}

/// One form of a pattern: the pattern with or without each of its optional groups.
struct TreeForm: BitwiseCopyable {
    let pattern: UInt32
    /// The place of its parameters' names among the tree's names.
    let firstName: UInt32
    /// The place of its rank among the tree's ranks.
    let rank: UInt32
    /// The next form of an equal way, plus 1.
    var next: UInt32 = 0
    /// The first of its steps that it shares with no other form, and their number.
    var step: UInt32
    var stepCount: UInt16
    /// Whether it ends with a wildcard, which is no step, and whether that may be empty.
    let isOpen: Bool
    let allowsNone: Bool
    /// Whether the wildcard begins with the host.
    let capturesHost: Bool

    /// The least number of segments from its own steps on.
    @inline(__always) private var least: Int { Int(stepCount) &+ (isOpen && !allowsNone ? 1 : 0) }

    /// The numbers of segments from its own steps on.
    var depths: DepthMask { isOpen ? .atLeast(least) : .exactly(least) }

    /// Returns whether so many segments may be left of a path.
    @inline(__always) func fits(_ left: Int) -> Bool { isOpen ? left >= least : left == least }
}

/// What a form takes of one segment.
struct TreeStep: BitwiseCopyable, Equatable {
    private let value: UInt32

    private static let specialBit: UInt32 = 1 << 31

    /// A parameter of any type.
    static let plain = TreeStep(value: .max)

    /// Returns the step of a literal, by its place among the tree's texts.
    static func literal(_ text: UInt32) -> TreeStep { TreeStep(value: text) }

    /// Returns the step of a parameter with a type or text around it, by its number.
    static func special(_ parameter: UInt32) -> TreeStep { TreeStep(value: parameter | specialBit) }

    @inline(__always) var isLiteral: Bool { value & Self.specialBit == 0 }

    /// The literal's place, or the parameter's number.
    @inline(__always) var number: UInt32 { value & ~Self.specialBit }
}

/// A node, or the rest of a single form, by its number.
struct TreeReference: BitwiseCopyable, Equatable {
    let value: UInt32

    /// Number 0 is the node of all roots, which is no target.
    static let none = TreeReference(value: 0)
    private static let formBit: UInt32 = 1 << 31

    static func node(_ number: Int) -> TreeReference { TreeReference(value: UInt32(number)) }
    static func rest(of form: Int) -> TreeReference { TreeReference(value: UInt32(form) | formBit) }

    @inline(__always) var isForm: Bool { value & Self.formBit != 0 }
    /// The number of the node or the form.
    @inline(__always) var number: Int { Int(value & ~Self.formBit) }
}

/// The numbers of further segments after which some form ends: a bit for each number up to 14, and one for all above.
struct DepthMask: BitwiseCopyable {
    private var bits: UInt16 = 0

    /// Returns the mask of exactly one number.
    @inline(__always) static func exactly(_ count: Int) -> DepthMask {
        DepthMask(bits: 1 &<< UInt16(truncatingIfNeeded: min(count, 15)))
    }

    /// Returns the mask of a number and all above.
    static func atLeast(_ count: Int) -> DepthMask { DepthMask(bits: .max << UInt16(min(count, 15))) }

    @inline(__always) func meets(_ other: DepthMask) -> Bool { bits & other.bits != 0 }

    mutating func formUnion(_ other: DepthMask) { bits |= other.bits }
}
