/// The match of one pattern with optional groups, from its first group on: groups apply from left to right, and the
/// path with a group is tried before the path without it.
///
/// A part of the pattern that failed at a segment is not tried there again, so that the cost is the product of the two
/// lengths, however many groups there are.
struct GroupedMatch {
    private(set) var ranks: [Specificity] = []
    private(set) var captures: [TrieCandidate.Capture] = []

    private let pointer: TrieLayout.Pointer
    private var layout: TrieLayout { pointer.parts }
    private let segments: PathSegments
    private let steps: Slice<UnsafeBufferPointer<GroupStep>>
    private var failed: Set<Int> = []

    /// Creates the match, or `nil` if the pattern does not match all of the segments from a depth on.
    init?(_ layout: TrieLayout.Pointer, _ group: FrozenGroup, _ segments: PathSegments, from depth: Int) {
        pointer = layout
        self.segments = segments
        steps = layout.parts.steps[group.steps]
        guard match(step: 0, depth: depth) else { return nil }
    }

    private mutating func match(step: Int, depth: Int) -> Bool {
        guard step < steps.count else { return depth == segments.count }
        let state = step * (segments.count + 1) + depth
        guard !failed.contains(state) else { return false }
        let next = steps[steps.startIndex + step]
        let matches =
            next.kind == GroupStep.Kind.orSkip
            ? match(step: step + 1, depth: depth) || match(step: Int(next.value), depth: depth)
            : take(next, step: step, depth: depth)
        if !matches { failed.insert(state) }
        return matches
    }

    private mutating func take(_ next: GroupStep, step: Int, depth: Int) -> Bool {
        guard depth < segments.count else {
            if next.kind == GroupStep.Kind.optionalWildcard { takeRest(next, depth: depth) }
            return next.kind == GroupStep.Kind.optionalWildcard
        }
        switch next.kind {
        case GroupStep.Kind.literal:
            guard segments[depth].elementsEqual(layout.bytes(next.text)) else { return false }
            return taking(.literal, nil, step: step, depth: depth)
        case GroupStep.Kind.plain:
            return taking(.plain, 0..<segments[depth].count, name: next.name, step: step, depth: depth)
        case GroupStep.Kind.special:
            let parameter = layout.parameters[Int(next.value)]
            guard let value = parameter.value(in: segments[depth], pointer) else { return false }
            let rank = Specificity(value: parameter.specificity)
            return taking(rank, value, name: next.name, step: step, depth: depth)
        default:
            takeRest(next, depth: depth)
            return true
        }
    }

    private mutating func takeRest(_ next: GroupStep, depth: Int) {
        ranks.append(.wildcard)
        let rest = segments.rest(from: depth)
        captures.append(TrieCandidate.Capture(start: rest.lowerBound, end: rest.upperBound, name: Int(next.name)))
    }

    /// Continues after a segment, and undoes that if it leads nowhere.
    private mutating func taking(
        _ rank: Specificity, _ value: Range<Int>?, name: UInt32 = 0, step: Int, depth: Int
    ) -> Bool {
        let (rankCount, captureCount) = (ranks.count, captures.count)
        ranks.append(rank)
        if let value {
            let start = segments.start(depth)
            captures.append(
                TrieCandidate.Capture(start: start + value.lowerBound, end: start + value.upperBound, name: Int(name)))
        }
        if match(step: step + 1, depth: depth + 1) { return true }
        ranks.removeLast(ranks.count - rankCount)
        captures.removeLast(captures.count - captureCount)
        return false
    }
}
