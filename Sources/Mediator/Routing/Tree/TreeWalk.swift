/// A walk through a pattern tree, which finds the forms that match a path, the most specific form first.
///
/// It neither allocates memory nor counts references. It visits each node at most once, so its cost is at most linear
/// in the size of the tree.
struct TreeWalk {
    /// The byte range of a parameter's value.
    typealias Capture = (start: UInt16, end: UInt16)
    /// A node with edges that are still to be tried, and the state of the walk at that node.
    typealias Alternative = (node: UInt32, depth: UInt16, captures: UInt16, stage: Stage)

    /// The edges of a node that are tried next.
    ///
    /// `children` stands for the special parameters, then the plain parameter. `from` is the index of the first child
    /// that is tried, plus 1, or 0 for none.
    enum Stage {
        case literals, wildcard
        case children(from: UInt32)
    }

    /// The result of a step.
    private enum Step {
        case found(form: Int)
        case onward, deadEnd
    }

    private let tree: UnsafePointer<TreeParts>
    private let segments: PathSegments
    private let captures: UnsafeMutablePointer<Capture>
    private let alternatives: UnsafeMutablePointer<Alternative>
    private var reference: TreeReference
    /// The number of consumed segments.
    private var depth = 0
    private var stage = Stage.literals
    private var alternativeCount = 0
    private var captureCount = 0

    /// The byte ranges of the parameters' values, for the form that was found last.
    @inline(__always) var captured: UnsafeBufferPointer<Capture> {
        UnsafeBufferPointer(start: captures, count: captureCount)
    }

    /// Whether the form that was found last has an empty wildcard.
    var hasEmptyRest: Bool { captureCount > 0 && captures[captureCount - 1] == (0, 0) }

    /// Creates a walk from a root; both buffers must have more elements than there are segments.
    @inline(__always) init(
        _ tree: UnsafePointer<TreeParts>, root: Int, segments: PathSegments,
        captures: UnsafeMutablePointer<Capture>, alternatives: UnsafeMutablePointer<Alternative>
    ) {
        self.tree = tree
        self.segments = segments
        self.captures = captures
        self.alternatives = alternatives
        reference = .node(root)
    }

    /// Returns the number of the first matching form.
    @inline(__always) mutating func first() -> Int? {
        while true {
            switch reference.isForm ? follow(reference.number) : step() {
            case .found(let form): return form
            case .onward: continue
            case .deadEnd: if !resume() { return nil }
            }
        }
    }

    /// Returns the number of the next matching form.
    mutating func next() -> Int? { resume() ? first() : nil }

    /// Follows one edge of the current node.
    @inline(__always) private mutating func step() -> Step {
        let node = tree.pointee.nodes.start + reference.number
        let left = DepthMask.exactly(segments.count &- depth)
        if case .literals = stage {
            if depth == segments.count { return end(at: node) }
            if node.pointee.literalDepths.meets(left) {
                let target = tree.pointee.target(of: node, segments, at: depth)
                if target != .none {
                    if node.pointee.hasBranch || node.pointee.plainDepths.meets(left) {
                        remember(.children(from: node.pointee.child))
                    }
                    reference = target
                    depth &+= 1
                    return .onward
                }
            }
        }
        if node.pointee.hasBranch { return aside { $0.stepThroughBranch(node, left) } }
        return node.pointee.plainDepths.meets(left) ? takePlain(node) : .deadEnd
    }

    /// Runs a rare step with a copy of the walk; the walk itself can then stay in the processor's registers.
    @inline(__always) private mutating func aside(_ step: (inout TreeWalk) -> Step) -> Step {
        var copy = self
        let result = step(&copy)
        self = copy
        return result
    }

    /// Tries the children of a node, its plain parameter and its wildcard.
    @inline(never) private mutating func stepThroughBranch(_ node: UnsafePointer<TreeNode>, _ left: DepthMask) -> Step {
        let first: UInt32? =
            switch stage {
            case .literals: node.pointee.child
            case .children(let first): first
            case .wildcard: nil
            }
        if var next = first {
            while next != 0 {
                let child = tree.pointee.children[Int(next) - 1]
                next = child.next
                guard let value = value(of: child.parameter) else { continue }
                remember(.children(from: next))
                capture(value)
                (reference, stage) = (child.target, .literals)
                return .onward
            }
            if node.pointee.plainDepths.meets(left) {
                remember(.wildcard)
                return takePlain(node)
            }
        }
        return node.pointee.wildcard == 0 ? .deadEnd : takeRest(Int(node.pointee.wildcard) - 1)
    }

    @inline(__always) private mutating func takePlain(_ node: UnsafePointer<TreeNode>) -> Step {
        captureSegment()
        (reference, stage) = (node.pointee.plain, .literals)
        return .onward
    }

    /// Captures the rest of the path as the value of a form's wildcard.
    @inline(__always) private mutating func takeRest(_ form: Int) -> Step {
        if depth < segments.count {
            capture(segments.start(depth), segments.end(segments.count &- 1))
        } else {
            capture(0, 0)
        }
        return .found(form: form)
    }

    /// Returns the form that ends at a node, or a form that has an empty wildcard there.
    @inline(__always) private mutating func end(at node: UnsafePointer<TreeNode>) -> Step {
        if node.pointee.end == 0 { return node.pointee.wildcard == 0 ? .deadEnd : aside { $0.takeNothing(at: node) } }
        if node.pointee.wildcard != 0 { remember(.wildcard) }
        return .found(form: Int(node.pointee.end) &- 1)
    }

    @inline(never) private mutating func takeNothing(at node: UnsafePointer<TreeNode>) -> Step {
        tree.pointee.emptyWildcard(at: node).map { takeRest($0) } ?? .deadEnd
    }

    /// Matches the rest of the path with the unshared steps of a form.
    @inline(__always) private mutating func follow(_ number: Int) -> Step {
        let form = tree.pointee.forms.start + number
        guard form.pointee.fits(segments.count &- depth) else { return .deadEnd }
        var step = tree.pointee.steps.start + Int(form.pointee.step)
        let end = step + Int(form.pointee.stepCount)
        while step < end {
            if step.pointee == .plain {
                captureSegment()
            } else if step.pointee.isLiteral {
                let start = segments.start(depth)
                let length = segments.end(depth) &- start
                guard tree.pointee.isText(step.pointee.number, segments.bytes + start, count: length) else {
                    return .deadEnd
                }
                depth &+= 1
            } else {
                let parameter = step.pointee.number
                if case .deadEnd = aside({ $0.takeSpecial(parameter) }) { return .deadEnd }
            }
            step += 1
        }
        return form.pointee.isOpen ? takeRest(number) : .found(form: number)
    }

    /// Matches a segment with a special parameter: a parameter with a type, or with text around it.
    @inline(never) private mutating func takeSpecial(_ parameter: UInt32) -> Step {
        guard let value = value(of: parameter) else { return .deadEnd }
        capture(value)
        return .onward
    }

    /// Returns the range of a special parameter's value in the current segment, or `nil` if the segment does not match.
    @inline(__always) private func value(of parameter: UInt32) -> Range<Int>? {
        (tree.pointee.parameters.start + Int(parameter)).pointee.value(in: segments[depth])
    }

    /// Returns to the last node with edges that are still to be tried, if any.
    @inline(__always) private mutating func resume() -> Bool {
        guard alternativeCount > 0 else { return false }
        alternativeCount &-= 1
        let alternative = alternatives[alternativeCount]
        reference = TreeReference(value: alternative.node)
        depth = Int(alternative.depth)
        captureCount = Int(alternative.captures)
        stage = alternative.stage
        return true
    }

    /// Stores the current node and its edges to be tried later, at most once for each number of consumed segments.
    @inline(__always) private mutating func remember(_ stage: Stage) {
        alternatives[alternativeCount] = (
            reference.value, UInt16(truncatingIfNeeded: depth), UInt16(truncatingIfNeeded: captureCount), stage
        )
        alternativeCount &+= 1
    }

    /// Captures a whole segment as the value of a parameter.
    @inline(__always) private mutating func captureSegment() {
        capture(segments.start(depth), segments.end(depth))
        depth &+= 1
    }

    /// Captures a part of a segment as the value of a parameter.
    @inline(__always) private mutating func capture(_ value: Range<Int>) {
        let start = segments.start(depth)
        capture(start &+ value.lowerBound, start &+ value.upperBound)
        depth &+= 1
    }

    @inline(__always) private mutating func capture(_ start: Int, _ end: Int) {
        captures[captureCount] = (UInt16(truncatingIfNeeded: start), UInt16(truncatingIfNeeded: end))
        captureCount &+= 1
    }
}

extension TreeWalk {
    /// - Parameter room: the capacity of the walk's buffers, which must be greater than the number of segments.
    @inline(__always) static func with<Result>(
        _ tree: UnsafePointer<TreeParts>, root: Int, _ segments: PathSegments, room: Int,
        _ body: (inout TreeWalk) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: TreeWalk.Capture.self, capacity: room) { captures in
            withUnsafeTemporaryAllocation(of: TreeWalk.Alternative.self, capacity: room) { alternatives in
                // Both have room for at least one element, so they have addresses.
                var walk = TreeWalk(
                    tree, root: root, segments: segments, captures: captures.baseAddress.unsafelyUnwrapped,
                    alternatives: alternatives.baseAddress.unsafelyUnwrapped)
                return body(&walk)
            }
        }
    }
}
