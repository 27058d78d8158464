/// The complete way through a frozen trie: to every matching pattern, also in a table with priorities and groups.
///
/// It visits each node at most once, so that the cost is linear in the size of the trie, whatever the patterns are.
struct TrieSearch {
    private let pointer: TrieLayout.Pointer
    private var layout: TrieLayout { pointer.parts }
    private let segments: PathSegments
    /// Whether only the best candidate is kept.
    private let onlyBest: Bool
    private var ranks: [Specificity] = []
    private var captures: [TrieCandidate.Capture] = []
    private(set) var candidates: [TrieCandidate] = []

    init(_ layout: TrieLayout.Pointer, _ segments: PathSegments, onlyBest: Bool) {
        pointer = layout
        self.segments = segments
        self.onlyBest = onlyBest
        ranks.reserveCapacity(min(segments.count, 16))
    }

    /// Returns every matching pattern below a root, the best one first.
    static func candidates(_ layout: TrieLayout.Pointer, root: TrieReference, _ segments: PathSegments)
        -> [TrieCandidate]
    {
        var search = TrieSearch(layout, segments, onlyBest: false)
        search.visit(root, depth: 0)
        return search.candidates.sorted { $0.precedes($1) }
    }

    /// Returns the best matching pattern below a root.
    static func best(_ layout: TrieLayout.Pointer, root: TrieReference, _ segments: PathSegments) -> TrieCandidate? {
        var search = TrieSearch(layout, segments, onlyBest: true)
        search.visit(root, depth: 0)
        return search.candidates.first
    }

    private mutating func visit(_ reference: TrieReference, depth: Int) {
        if reference.isTail { return visitTail(reference, depth: depth) }
        let node = layout.nodes[reference.number]
        let left = segments.count - depth
        if left == 0, node.end != 0 { found(Int(node.end) - 1) }
        if left > 0 { visitLiterals(reference.number, depth: depth, left: left) }
        if node.branch != 0 { visitBranch(layout.branches[Int(node.branch) - 1], depth: depth) }
        guard node.plainDepths.contains(left), left >= node.plainSpan else { return }
        let (rankCount, captureCount) = (ranks.count, captures.count)
        for segment in depth..<depth + Int(node.plainSpan) {
            ranks.append(.plain)
            capture(segments.start(segment), segments.end(segment), name: captures.count)
        }
        visit(node.plain, depth: depth + Int(node.plainSpan))
        forget(rankCount, captureCount)
    }

    private mutating func visitLiterals(_ number: Int, depth: Int, left: Int) {
        let (node, literals) = (pointer.nodes + number, TrieLiterals(pointer))
        let start = segments.start(depth)
        if node.pointee.restDepths.contains(left) {
            let rest = literals.rest(of: node, segments.bytes, from: start, to: segments.end(segments.count - 1))
            if rest != .none { visitTail(rest, depth: depth) }
        }
        let span = Int(node.pointee.span)
        guard node.pointee.literalDepths.contains(left), left >= span else { return }
        let child = literals.edge(of: node, segments.bytes, from: start, to: segments.end(depth + span - 1))
        guard child != .none else { return }
        // A tail begins with the literals that lead to it.
        if child.isTail { return visitTail(child, depth: depth) }
        ranks += repeatElement(.literal, count: span)
        visit(child, depth: depth + span)
        ranks.removeLast(span)
    }

    private mutating func visitBranch(_ branch: TrieBranch, depth: Int) {
        if depth < segments.count {
            for place in branch.children { visitChild(layout.children[place], depth: depth) }
        }
        var next = Int(branch.wildcard)
        while next != 0 {
            let pattern = layout.patterns[next - 1]
            if depth < segments.count || pattern.allowsNone == 1 { foundRest(next - 1, depth: depth) }
            next = Int(pattern.next)
        }
        for place in branch.groups { visitGroup(layout.groups[place], depth: depth) }
    }

    private mutating func visitChild(_ child: TrieChild, depth: Int) {
        let (rankCount, captureCount) = (ranks.count, captures.count)
        guard takeSpecial(Int(child.parameter), depth: depth) else { return }
        visit(child.child, depth: depth + 1)
        forget(rankCount, captureCount)
    }

    private mutating func visitGroup(_ group: FrozenGroup, depth: Int) {
        guard let match = GroupedMatch(pointer, group, segments, from: depth) else { return }
        let (rankCount, captureCount) = (ranks.count, captures.count)
        ranks += match.ranks
        captures += match.captures
        add(Int(group.pattern))
        forget(rankCount, captureCount)
    }

    private mutating func visitTail(_ reference: TrieReference, depth: Int) {
        let (rankCount, captureCount) = (ranks.count, captures.count)
        let tail = pointer.tail(reference)
        followTail(tail + TailStep.first, of: Int(tail.loadUnaligned(as: UInt32.self)), from: depth)
        forget(rankCount, captureCount)
    }

    private mutating func followTail(_ first: UnsafeRawPointer, of number: Int, from start: Int) {
        var (step, depth) = (first, start)
        while true {
            let kind = step.load(as: UInt8.self)
            switch kind {
            case TailStep.end where depth == segments.count: return found(number)
            case TailStep.optionalWildcard where depth == segments.count: return foundRest(number, depth: depth)
            case _ where kind == TailStep.end || depth == segments.count: return
            case TailStep.literal:
                let literal = TailLiteral(step)
                guard segments.isText(literal, at: depth) else { return }
                ranks += repeatElement(.literal, count: literal.span)
                (step, depth) = (literal.next, depth + literal.span)
            case TailStep.plain:
                ranks.append(.plain)
                capture(segments.start(depth), segments.end(depth), name: captures.count)
                (step, depth) = (step + 1, depth + 1)
            case TailStep.special:
                let parameter = Int((step + 1).loadUnaligned(as: UInt32.self))
                guard takeSpecial(parameter, depth: depth) else { return }
                (step, depth) = (step + 5, depth + 1)
            default: return foundRest(number, depth: depth)
            }
        }
    }

    /// Takes a segment for a parameter with a type or text around it, if it matches.
    private mutating func takeSpecial(_ number: Int, depth: Int) -> Bool {
        let parameter = layout.parameters[number]
        guard let value = parameter.value(in: segments[depth], pointer) else { return false }
        ranks.append(Specificity(value: parameter.specificity))
        let start = segments.start(depth)
        capture(start + value.lowerBound, start + value.upperBound, name: captures.count)
        return true
    }

    private mutating func capture(_ start: Int, _ end: Int, name: Int) {
        captures.append(TrieCandidate.Capture(start: start, end: end, name: name))
    }

    private mutating func forget(_ rankCount: Int, _ captureCount: Int) {
        ranks.removeLast(ranks.count - rankCount)
        captures.removeLast(captures.count - captureCount)
    }

    /// Adds a pattern and all others of its shape.
    private mutating func found(_ number: Int) {
        var next = number + 1
        while next != 0 {
            add(next - 1)
            next = Int(layout.patterns[next - 1].next)
        }
    }

    private mutating func foundRest(_ number: Int, depth: Int) {
        let (rankCount, captureCount) = (ranks.count, captures.count)
        ranks.append(.wildcard)
        let rest = segments.rest(from: depth)
        capture(rest.lowerBound, rest.upperBound, name: captures.count)
        add(number)
        forget(rankCount, captureCount)
    }

    private mutating func add(_ number: Int) {
        let candidate = TrieCandidate(
            number: number, priority: layout.patterns[number].priority, ranks: ranks, captures: captures)
        if !onlyBest {
            candidates.append(candidate)
        } else if let best = candidates.first {
            if candidate.precedes(best) { candidates[0] = candidate }
        } else {
            candidates.append(candidate)
        }
    }
}

/// A matching pattern, with the data to order candidates and to read parameters.
struct TrieCandidate {
    /// The place of a parameter's value among the bytes, and the index of its name in the pattern.
    struct Capture {
        let start: Int
        let end: Int
        let name: Int
    }

    /// The pattern's number.
    let number: Int
    let priority: Int64
    /// The rank of the pattern for each segment; a wildcard counts once.
    let ranks: [Specificity]
    let captures: [Capture]

    /// Returns whether this candidate goes before another: it has the higher priority, or is more specific at the first
    /// segment in which they differ, or ends where the other continues.
    func precedes(_ other: TrieCandidate) -> Bool {
        priority == other.priority ? ranks.precedes(other.ranks) : priority > other.priority
    }
}
