/// The fast way through a frozen trie: over the path's bytes as they are, to the first pattern that matches.
///
/// It gives up where a path has escapes or dot segments, and where optional groups or priorities decide; then
/// `TrieSearch` finds the answer. Nothing is allocated and no reference is counted.
struct TrieWalk {
    /// Where a parameter's value stands in the path.
    typealias Capture = (start: UInt16, end: UInt16)
    /// A node that has more ways on, and what had been taken when the walk was there.
    typealias Alternative = (node: UInt32, position: UInt16, captures: UInt16, stage: UInt32)

    /// How a walk may end beside with a pattern's number.
    static let none = -1
    static let slow = -2
    /// How many parameters, and how many open alternatives, the fast way has room for.
    static let room = 16
    private static let on = -3

    private let layout: TrieLayout
    private let path: UnsafeRawPointer
    private let start: Int
    private let end: Int
    private let captures: UnsafeMutablePointer<Capture>
    private let alternatives: UnsafeMutablePointer<Alternative>
    private var reference: TrieReference
    private var position: Int
    private var alternativeCount = 0
    private(set) var captureCount = 0

    /// A walk over the bytes of a path from a root; both buffers have `room` elements.
    @inline(__always) init(
        _ layout: TrieLayout, root: TrieReference, path: UnsafeRawPointer, range: Range<Int>,
        captures: UnsafeMutablePointer<Capture>, alternatives: UnsafeMutablePointer<Alternative>
    ) {
        self.layout = layout
        self.path = path
        self.captures = captures
        self.alternatives = alternatives
        reference = root
        start = range.lowerBound
        position = start
        end = range.upperBound
    }

    /// The number of the pattern that matches, or `none`, or `slow`.
    @inline(__always) mutating func run() -> Int {
        while true {
            var result = reference.isTail ? runTail(reference.number) : step()
            if result == Self.none { result = resume() }
            if result == Self.none { return isClean ? Self.none : Self.slow }
            if result != Self.on { return result }
        }
    }

    @inline(__always) private mutating func step() -> Int {
        let node = layout.nodes[reference.number]
        if node.flags & TrieNode.isSlow != 0 { return Self.slow }
        skipSlashes()
        if position == end { return node.end != 0 ? Int(node.end) - 1 : optionalWildcard(node) }
        let segment = SegmentScan(path, from: position, to: end)
        guard segment.isClean else { return Self.slow }
        if node.flags & TrieNode.hasLiterals != 0 {
            let child = find(segment)
            if child != .none {
                if node.flags & TrieNode.hasOthers != 0, !remember(stage: 0) { return Self.slow }
                reference = child
                position = segment.end
                return Self.on
            }
        }
        return stepBesideLiterals(node, segment, from: 0)
    }

    /// Tries what a node has beside literals, from a stage on: the children of its list, the plain child, a wildcard.
    @inline(__always) private mutating func stepBesideLiterals(
        _ node: TrieNode, _ segment: SegmentScan, from stage: Int
    ) -> Int {
        if node.flags & TrieNode.hasList != 0 { return stepThroughList(node, segment, from: stage) }
        guard node.plain != .none else { return Self.none }
        return takePlain(node.plain, to: segment.end)
    }

    private mutating func stepThroughList(_ node: TrieNode, _ segment: SegmentScan, from stage: Int) -> Int {
        let list = layout.lists + Int(node.list)
        let count = Int(list[0])
        let bytes = UnsafeRawBufferPointer(start: path + position, count: segment.end - position)
        for index in stage..<max(stage, count) {
            let parameter = FrozenParameter(layout, place: Int(list[1 + index * 2]))
            guard let value = parameter.value(in: bytes) else { continue }
            guard remember(stage: index + 1), capture(position + value.lowerBound, position + value.upperBound) else {
                return Self.slow
            }
            reference = TrieReference(value: list[2 + index * 2])
            position = segment.end
            return Self.on
        }
        if stage <= count, node.plain != .none {
            guard remember(stage: count + 1) else { return Self.slow }
            return takePlain(node.plain, to: segment.end)
        }
        let wildcards = list + 1 + count * 2
        return wildcards[0] == 0 ? Self.none : takeRest(wildcards[1])
    }

    @inline(__always) private mutating func takePlain(_ child: TrieReference, to end: Int) -> Int {
        guard capture(position, end) else { return Self.slow }
        reference = child
        position = end
        return Self.on
    }

    /// Takes all that is left for a wildcard, if it is its own decoded and normalised text.
    private mutating func takeRest(_ pattern: UInt32) -> Int {
        var last = end
        while last > position, byte(at: last - 1) == UInt8(ascii: "/") { last -= 1 }
        var start = position
        while start < last {
            let segment = SegmentScan(path, from: start, to: last)
            guard segment.isClean, segment.end > start else { return Self.slow }
            start = segment.end + 1
        }
        return capture(position, last) ? Int(pattern) : Self.slow
    }

    private mutating func optionalWildcard(_ node: TrieNode) -> Int {
        guard node.flags & TrieNode.hasList != 0 else { return Self.none }
        var list = layout.lists + Int(node.list)
        list += 1 + Int(list[0]) * 2
        list += 1 + Int(list[0])
        guard list[0] != 0 else { return Self.none }
        return capture(end, end) ? Int(list[1]) : Self.slow
    }

    /// Goes back to the last node that has another way on.
    @inline(__always) private mutating func resume() -> Int {
        while alternativeCount > 0 {
            alternativeCount -= 1
            let alternative = alternatives[alternativeCount]
            reference = TrieReference(value: alternative.node)
            position = Int(alternative.position)
            captureCount = Int(alternative.captures)
            let segment = SegmentScan(path, from: position, to: end)
            let result = stepBesideLiterals(layout.nodes[reference.number], segment, from: Int(alternative.stage))
            if result != Self.none { return result }
        }
        return Self.none
    }

    @inline(__always) private func find(_ segment: SegmentScan) -> TrieReference {
        var place = SegmentScan.place(segment.hash, parent: reference.number, mask: layout.edgeMask)
        while true {
            let edge = layout.edges + place
            if edge.pointee.child == .none { return .none }
            if edge.pointee.key == segment.key, edge.pointee.parent == reference.value, isEqual(edge.pointee, segment) {
                return edge.pointee.child
            }
            place = (place + 1) & layout.edgeMask
        }
    }

    @inline(__always) private func isEqual(_ edge: TrieEdge, _ segment: SegmentScan) -> Bool {
        let length = segment.end - position
        guard Int(edge.length) == length else { return false }
        return length <= 8 || isText(at: Int(edge.text), length: length)
    }

    @inline(__always) private func isText(at place: Int, length: Int) -> Bool {
        Bytes.equal(UnsafeRawPointer(layout.texts) + place, path + position, count: length)
    }

    /// Follows the rest of a pattern that nobody shares.
    @inline(__always) private mutating func runTail(_ offset: Int) -> Int {
        let tail = UnsafeRawPointer(layout.tails) + offset
        let pattern = Int(tail.loadUnaligned(as: UInt32.self))
        var step = tail + 4
        while true {
            skipSlashes()
            let kind = step.load(as: UInt8.self)
            if kind == TailStep.end { return position == end ? pattern : Self.none }
            if kind == TailStep.optionalWildcard, position == end { return capture(end, end) ? pattern : Self.slow }
            guard position < end else { return Self.none }
            if kind >= TailStep.wildcard { return takeRest(UInt32(pattern)) }
            let segment = SegmentScan(path, from: position, to: end)
            guard segment.isClean else { return Self.slow }
            switch kind {
            case TailStep.literal:
                let length = Int((step + 1).loadUnaligned(as: UInt16.self))
                guard segment.end - position == length, Bytes.equal(step + 3, path + position, count: length) else {
                    return Self.none
                }
                step += 3 + length
            case TailStep.plain:
                guard capture(position, segment.end) else { return Self.slow }
                step += 1
            default:
                let place = Int((step + 1).loadUnaligned(as: UInt32.self))
                let bytes = UnsafeRawBufferPointer(start: path + position, count: segment.end - position)
                guard let value = FrozenParameter(layout, place: place).value(in: bytes) else { return Self.none }
                guard capture(position + value.lowerBound, position + value.upperBound) else { return Self.slow }
                step += 5
            }
            position = segment.end
        }
    }

    /// Whether all of the path is its own decoded text. A match has seen all of it; a miss may end before a segment that
    /// takes it back.
    private var isClean: Bool {
        var start = start
        while start < end {
            let segment = SegmentScan(path, from: start, to: end)
            guard segment.isClean else { return false }
            start = segment.end + 1
        }
        return true
    }

    @inline(__always) private mutating func skipSlashes() {
        while position < end, byte(at: position) == UInt8(ascii: "/") { position += 1 }
    }

    @inline(__always) private func byte(at position: Int) -> UInt8 {
        path.load(fromByteOffset: position, as: UInt8.self)
    }

    @inline(__always) private mutating func capture(_ start: Int, _ end: Int) -> Bool {
        guard captureCount < Self.room else { return false }
        captures[captureCount] = (UInt16(truncatingIfNeeded: start), UInt16(truncatingIfNeeded: end))
        captureCount += 1
        return true
    }

    @inline(__always) private mutating func remember(stage: Int) -> Bool {
        guard alternativeCount < Self.room else { return false }
        let captures = UInt16(truncatingIfNeeded: captureCount)
        alternatives[alternativeCount] = (
            reference.value, UInt16(truncatingIfNeeded: position), captures, UInt32(stage)
        )
        alternativeCount += 1
        return true
    }
}
