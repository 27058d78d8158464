/// The fast way through a frozen trie: to the first pattern that matches, which is the most specific one.
///
/// It gives up where optional groups decide; then `TrieSearch` finds the answer. Nothing is allocated and no reference is
/// counted.
struct TrieWalk {
    /// Where a parameter's value stands among the bytes.
    typealias Capture = (start: UInt16, end: UInt16)
    /// A node that has more ways on, and what had been taken when the walk was there.
    typealias Alternative = (node: UInt32, depth: UInt16, captures: UInt16, stage: UInt32)

    /// How a walk may end beside with a pattern's number.
    static let none = -1
    static let slow = -2
    /// How many parameters, and how many open alternatives, the fast way has room for.
    static let room = 16
    static let on = -3

    let layout: TrieLayout
    let segments: PathSegments
    private let captures: UnsafeMutablePointer<Capture>
    private let alternatives: UnsafeMutablePointer<Alternative>
    var reference: TrieReference
    /// How many segments have been taken.
    var depth = 0
    private var alternativeCount = 0
    private(set) var captureCount = 0

    /// A walk from a root; both buffers have `room` elements.
    @inline(__always) init(
        _ layout: TrieLayout, root: TrieReference, segments: PathSegments,
        captures: UnsafeMutablePointer<Capture>, alternatives: UnsafeMutablePointer<Alternative>
    ) {
        self.layout = layout
        self.segments = segments
        self.captures = captures
        self.alternatives = alternatives
        reference = root
    }

    /// The number of the pattern that matches, or `none`, or `slow`.
    @inline(__always) mutating func run() -> Int {
        while true {
            var result = reference.isTail ? runTail() : step()
            if result == Self.none { result = resume() }
            if result != Self.on { return result }
        }
    }

    @inline(__always) private mutating func step() -> Int {
        let node = layout.nodes.baseAddress.unsafelyUnwrapped + reference.number
        if node.pointee.groups != 0 { return Self.slow }
        let left = segments.count &- depth
        if left == 0 { return node.pointee.end != 0 ? Int(node.pointee.end) &- 1 : optionalWildcard(node.pointee) }
        if node.pointee.restDepths.contains(left) {
            let rest = find(node, span: left, isRest: true)
            if rest != .none { return pattern(of: rest) }
        }
        if node.pointee.literalDepths.contains(left), left >= node.pointee.span {
            let child = find(node, span: Int(node.pointee.span), isRest: false)
            if child != .none {
                if node.pointee.branch != 0 || node.pointee.plainDepths.contains(left), !remember(stage: 0) {
                    return Self.slow
                }
                reference = child
                // A tail begins with the literals that lead to it.
                depth &+= child.isTail ? 0 : Int(node.pointee.span)
                return Self.on
            }
        }
        return stepBesideLiterals(node.pointee, from: 0)
    }

    /// Tries what a node has beside literals, from a stage on: the children of its branch, the plain child, a wildcard.
    @inline(__always) private mutating func stepBesideLiterals(_ node: TrieNode, from stage: Int) -> Int {
        if node.branch != 0 { return stepThroughBranch(node, from: stage) }
        return node.plainDepths.contains(segments.count &- depth) ? takePlain(node) : Self.none
    }

    private mutating func stepThroughBranch(_ node: TrieNode, from stage: Int) -> Int {
        let branch = layout.branches[Int(node.branch) - 1]
        let count = Int(branch.childCount)
        for index in stage..<max(stage, count) {
            let child = layout.children[Int(branch.firstChild) + index]
            guard let value = layout.parameters[Int(child.parameter)].value(in: segments[depth], layout) else { continue }
            guard remember(stage: index + 1), captureValue(value) else { return Self.slow }
            reference = child.child
            depth += 1
            return Self.on
        }
        if stage <= count, node.plainDepths.contains(segments.count - depth) {
            guard remember(stage: count + 1) else { return Self.slow }
            return takePlain(node)
        }
        return branch.wildcard == 0 ? Self.none : takeRest(Int(branch.wildcard) - 1)
    }

    @inline(__always) private mutating func takePlain(_ node: TrieNode) -> Int {
        let next = depth &+ Int(node.plainSpan)
        guard next <= segments.count else { return Self.none }
        while depth < next {
            guard captureSegment() else { return Self.slow }
        }
        reference = node.plain
        return Self.on
    }

    /// Takes all that is left for a wildcard.
    mutating func takeRest(_ pattern: Int) -> Int {
        capture(segments.start(depth), segments.end(segments.count - 1)) ? pattern : Self.slow
    }

    private mutating func optionalWildcard(_ node: TrieNode) -> Int {
        guard node.branch != 0 else { return Self.none }
        var next = Int(layout.branches[Int(node.branch) - 1].wildcard)
        while next != 0 {
            let pattern = layout.patterns[next - 1]
            if pattern.allowsNone == 1 { return captureNothing() ? next - 1 : Self.slow }
            next = Int(pattern.next)
        }
        return Self.none
    }

    /// Goes back to the last node that has another way on.
    @inline(__always) private mutating func resume() -> Int {
        while alternativeCount > 0 {
            alternativeCount &-= 1
            let alternative = alternatives[alternativeCount]
            reference = TrieReference(value: alternative.node)
            depth = Int(alternative.depth)
            captureCount = Int(alternative.captures)
            let result = stepBesideLiterals(layout.nodes[reference.number], from: Int(alternative.stage))
            if result != Self.none { return result }
        }
        return Self.none
    }

    @inline(__always) private mutating func remember(stage: Int) -> Bool {
        guard alternativeCount < Self.room else { return false }
        alternatives[alternativeCount] = (
            reference.value, UInt16(truncatingIfNeeded: depth), UInt16(truncatingIfNeeded: captureCount), UInt32(stage)
        )
        alternativeCount &+= 1
        return true
    }

    /// Takes a segment as the value of a parameter.
    @inline(__always) mutating func captureSegment() -> Bool {
        defer { depth &+= 1 }
        return capture(segments.start(depth), segments.end(depth))
    }

    /// Keeps a part of a segment as the value of a parameter.
    @inline(__always) mutating func captureValue(_ value: Range<Int>) -> Bool {
        let start = segments.start(depth)
        return capture(start &+ value.lowerBound, start &+ value.upperBound)
    }

    /// The value of a wildcard that has nothing to take.
    mutating func captureNothing() -> Bool { capture(0, 0) }

    @inline(__always) private mutating func capture(_ start: Int, _ end: Int) -> Bool {
        guard captureCount < Self.room else { return false }
        captures[captureCount] = (UInt16(truncatingIfNeeded: start), UInt16(truncatingIfNeeded: end))
        captureCount &+= 1
        return true
    }
}
