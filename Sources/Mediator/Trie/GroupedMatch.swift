/// The match of one pattern with optional groups: groups are taken from left to right, with before without.
///
/// A part of the pattern that has failed at a segment is not tried there again, so that the cost is the product of the
/// two lengths, however many groups there are.
struct GroupedMatch {
    private(set) var ranks: [Specificity] = []
    private(set) var names: [String] = []
    private(set) var values: [String] = []

    private let segments: [[UInt8]]
    private let steps: [PatternSteps.Step]
    private var failed: Set<Int> = []

    /// `nil` where the pattern does not match all of the segments.
    init?(_ pattern: RoutePattern, segments: [[UInt8]]) {
        self.segments = segments
        steps = PatternSteps(pattern).steps
        guard match(step: 0, depth: 0) else { return nil }
    }

    private mutating func match(step: Int, depth: Int) -> Bool {
        guard step < steps.count else { return depth == segments.count }
        let state = step * (segments.count + 1) + depth
        guard !failed.contains(state) else { return false }
        let matches =
            switch steps[step] {
            case .orSkip(let next): match(step: step + 1, depth: depth) || match(step: next, depth: depth)
            case .element(let element): take(element, step: step, depth: depth)
            }
        if !matches { failed.insert(state) }
        return matches
    }

    private mutating func take(_ element: PatternElement, step: Int, depth: Int) -> Bool {
        switch element {
        case .wildcard(let name, let allowsNone):
            guard allowsNone || depth < segments.count else { return false }
            let rest = segments[depth...].map { String(decoding: $0, as: UTF8.self) }
            add(.wildcard, name: name, value: rest.joined(separator: "/"))
            return true
        case .literal(let text):
            guard depth < segments.count, segments[depth].elementsEqual(text.utf8) else { return false }
            return taking(.literal, name: nil, value: "") { $0.match(step: step + 1, depth: depth + 1) }
        case .parameter(let parameter):
            guard depth < segments.count, let value = parameter.value(in: segments[depth]) else { return false }
            return taking(Specificity(parameter), name: parameter.name, value: value) {
                $0.match(step: step + 1, depth: depth + 1)
            }
        case .group: return false
        }
    }

    private mutating func taking(
        _ rank: Specificity, name: String?, value: String, _ next: (inout GroupedMatch) -> Bool
    ) -> Bool {
        let (rankCount, nameCount) = (ranks.count, names.count)
        ranks.append(rank)
        if let name {
            names.append(name)
            values.append(value)
        }
        if next(&self) { return true }
        ranks.removeSubrange(rankCount...)
        names.removeSubrange(nameCount...)
        values.removeSubrange(nameCount...)
        return false
    }

    private mutating func add(_ rank: Specificity, name: String, value: String) {
        ranks.append(rank)
        names.append(name)
        values.append(value)
    }
}

extension PatternParameter {
    /// The value within a decoded segment, or `nil` where the segment does not fit.
    func value(in segment: [UInt8]) -> String? {
        guard segment.count > prefix.utf8.count + suffix.utf8.count, segment.starts(with: prefix.utf8),
            segment.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return nil }
        let value = segment[prefix.utf8.count..<(segment.count - suffix.utf8.count)]
        guard value.withUnsafeBytes({ type?.accepts($0) ?? true }) else { return nil }
        return String(decoding: value, as: UTF8.self)
    }
}
