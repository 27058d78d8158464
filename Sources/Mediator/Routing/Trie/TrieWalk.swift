/// The fast way through a frozen trie: to the first matching pattern, which is the most specific one.
///
/// It gives up if optional groups decide; then `TrieSearch` finds the answer. It allocates nothing and counts no
/// reference.
struct TrieWalk {
    /// The place of a parameter's value among the bytes.
    typealias Capture = (start: UInt16, end: UInt16)
    /// A node with more edges, and the state of the walk there.
    typealias Alternative = (node: UInt32, depth: UInt16, captures: UInt16, stage: UInt32)

    /// The results of a walk besides a pattern's number.
    static let none = -1
    static let slow = -2
    /// The room of the fast way for parameters, and for open alternatives.
    static let room = 16
    static let on = -3

    let layout: TrieLayout.Pointer
    let segments: PathSegments
    private let captures: UnsafeMutablePointer<Capture>
    private let alternatives: UnsafeMutablePointer<Alternative>
    var reference: TrieReference
    /// The number of consumed segments.
    var depth = 0
    /// The next part of a node: its literals, or its other edges from a place on.
    private var stage = Self.literals
    private var alternativeCount = 0
    private(set) var captureCount = 0

    private static let literals = -1

    /// Creates a walk from a root; both buffers have `room` elements.
    @inline(__always) init(
        _ layout: TrieLayout.Pointer, root: TrieReference, segments: PathSegments,
        captures: UnsafeMutablePointer<Capture>, alternatives: UnsafeMutablePointer<Alternative>
    ) {
        self.layout = layout
        self.segments = segments
        self.captures = captures
        self.alternatives = alternatives
        reference = root
    }

    /// Returns the number of the matching pattern, or `none`, or `slow`.
    @inline(__always) mutating func run() -> Int {
        while true {
            let result = reference.isTail ? runTail() : step()
            if result == Self.on { continue }
            if result != Self.none || !resume() { return result }
        }
    }

    /// Takes one step from a node.
    @inline(__always) private mutating func step() -> Int {
        let node = layout.node(reference)
        let left = segments.count &- depth
        if stage == Self.literals {
            if node.pointee.groups != 0 { return Self.slow }
            if left == 0 { return end(at: node) }
            let result = stepByLiterals(node, left)
            if result != Self.none { return result }
            stage = 0
        }
        if node.pointee.branch != 0 { return aside { $0.stepThroughBranch(node, left) } }
        return node.pointee.plainDepths.contains(left) ? takePlain(node) : Self.none
    }

    @inline(__always) private mutating func stepByLiterals(_ node: UnsafePointer<TrieNode>, _ left: Int) -> Int {
        if node.pointee.restDepths.contains(left) {
            let rest = TrieLiterals(layout).rest(
                of: node, segments.bytes, from: segments.start(depth), to: segments.end(segments.count &- 1))
            if rest != .none { return layout.pattern(of: rest) }
        }
        let span = Int(node.pointee.span)
        guard node.pointee.literalDepths.contains(left), left >= span else { return Self.none }
        let child = TrieLiterals(layout).edge(
            of: node, segments.bytes, from: segments.start(depth), to: segments.end(depth &+ span &- 1))
        if child == .none { return Self.none }
        let hasMore = node.pointee.branch != 0 || node.pointee.plainDepths.contains(left)
        if hasMore, !remember(stage: 0) { return Self.slow }
        reference = child
        // A tail begins with the literals that lead to it.
        depth &+= child.isTail ? 0 : span
        return Self.on
    }

    /// Does rare work with a copy of the walk, so that the walk itself stays in the processor's registers.
    @inline(__always) mutating func aside(_ step: (inout TrieWalk) -> Int) -> Int {
        var copy = self
        let result = step(&copy)
        self = copy
        return result
    }

    /// Tries the children of a node's branch, its plain child and its wildcard.
    @inline(never) private mutating func stepThroughBranch(_ node: UnsafePointer<TrieNode>, _ left: Int) -> Int {
        let branch = layout.parts.branches[Int(node.pointee.branch) - 1]
        let count = Int(branch.childCount)
        while stage < count {
            let child = layout.parts.children[Int(branch.firstChild) + stage]
            stage += 1
            guard let value = layout.value(of: child.parameter, in: segments[depth]) else { continue }
            guard remember(stage: stage), captureValue(value) else { return Self.slow }
            (reference, stage) = (child.child, Self.literals)
            return Self.on
        }
        if stage == count, node.pointee.plainDepths.contains(left) {
            return remember(stage: count + 1) ? takePlain(node) : Self.slow
        }
        return branch.wildcard == 0 ? Self.none : takeRest(Int(branch.wildcard) - 1)
    }

    @inline(__always) private mutating func takePlain(_ node: UnsafePointer<TrieNode>) -> Int {
        let next = depth &+ Int(node.pointee.plainSpan)
        guard next <= segments.count else { return Self.none }
        while depth < next {
            guard captureSegment() else { return Self.slow }
        }
        (reference, stage) = (node.pointee.plain, Self.literals)
        return Self.on
    }

    /// Takes the rest of the path for a wildcard.
    @inline(__always) mutating func takeRest(_ pattern: Int) -> Int {
        capture(segments.start(depth), segments.end(segments.count &- 1)) ? pattern : Self.slow
    }

    /// Returns the pattern that ends at a node, or whose wildcard is empty there.
    @inline(__always) private mutating func end(at node: UnsafePointer<TrieNode>) -> Int {
        if node.pointee.end != 0 { return Int(node.pointee.end) &- 1 }
        return node.pointee.branch == 0 ? Self.none : aside { $0.takeNothing(at: node) }
    }

    @inline(never) private mutating func takeNothing(at node: UnsafePointer<TrieNode>) -> Int {
        guard let pattern = layout.emptyWildcard(of: node) else { return Self.none }
        return captureNothing() ? pattern : Self.slow
    }

    /// Returns to the last node with another edge.
    @inline(__always) private mutating func resume() -> Bool {
        guard alternativeCount > 0 else { return false }
        alternativeCount &-= 1
        let alternative = alternatives[alternativeCount]
        reference = TrieReference(value: alternative.node)
        depth = Int(alternative.depth)
        captureCount = Int(alternative.captures)
        stage = Int(alternative.stage)
        return true
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
        let (start, end) = (segments.start(depth), segments.end(depth))
        depth &+= 1
        return capture(start, end)
    }

    /// Takes a segment that contains the value of a parameter.
    @inline(__always) mutating func captureValue(_ value: Range<Int>) -> Bool {
        let start = segments.start(depth)
        depth &+= 1
        return capture(start &+ value.lowerBound, start &+ value.upperBound)
    }

    /// Takes the empty value of a wildcard.
    @inline(__always) mutating func captureNothing() -> Bool { capture(0, 0) }

    @inline(__always) private mutating func capture(_ start: Int, _ end: Int) -> Bool {
        guard captureCount < Self.room else { return false }
        captures[captureCount] = (UInt16(truncatingIfNeeded: start), UInt16(truncatingIfNeeded: end))
        captureCount &+= 1
        return true
    }
}

extension TrieWalk {
    /// Follows the unshared rest of a pattern.
    @inline(__always) mutating func runTail() -> Int {
        let pattern = layout.pattern(of: reference)
        var step = layout.tail(reference) + TailStep.first
        while true {
            let kind = step.load(as: UInt8.self)
            if kind == TailStep.literal {
                let literal = TailLiteral(step)
                guard segments.isText(literal, at: depth) else { return Self.none }
                depth &+= literal.span
                step = literal.next
            } else if kind == TailStep.end {
                return depth == segments.count ? pattern : Self.none
            } else if depth == segments.count {
                guard kind == TailStep.optionalWildcard else { return Self.none }
                return captureNothing() ? pattern : Self.slow
            } else if kind == TailStep.plain {
                guard captureSegment() else { return Self.slow }
                step += 1
            } else if kind == TailStep.special {
                let result = aside { $0.takeSpecial(step) }
                if result != Self.on { return result }
                step += 5
            } else {
                return takeRest(pattern)
            }
        }
    }

    /// Takes a segment for a parameter with a type or text around it.
    @inline(never) private mutating func takeSpecial(_ step: UnsafeRawPointer) -> Int {
        let parameter = (step + 1).loadUnaligned(as: UInt32.self)
        guard let value = layout.value(of: parameter, in: segments[depth]) else { return Self.none }
        return captureValue(value) ? Self.on : Self.slow
    }
}
