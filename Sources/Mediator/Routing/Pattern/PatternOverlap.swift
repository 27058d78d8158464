/// A search for a URL that two patterns match without a rule for their order.
///
/// It walks both patterns at once, and only while they are equally specific; it looks at each pair of places once. Up
/// to the first optional group there is one way, which needs no memory.
struct PatternOverlap {
    private let first: [PatternSteps.Step]
    private let second: [PatternSteps.Step]
    private var seen: Set<Int> = []
    /// Whether the patterns have to be equally specific.
    private let isRanked: Bool

    private init(_ first: RoutePattern, _ second: RoutePattern, isRanked: Bool = true) {
        self.isRanked = isRanked
        self.first = PatternSteps(first).steps
        self.second = PatternSteps(second).steps
    }

    /// Returns whether both patterns match some URL, equally specifically at each of its segments.
    static func isUndecided(_ first: RoutePattern, _ second: RoutePattern) -> Bool {
        guard first.scheme == second.scheme, first.host == second.host else { return false }
        for (element, other) in zip(first.elements, second.elements) {
            if element.isGroup || other.isGroup {
                var overlap = PatternOverlap(first, second)
                return overlap.meet(0, 0)
            }
            guard element.meets(other) || element.isWildcard && other.isWildcard else { return false }
        }
        guard first.elements.count != second.elements.count else { return true }
        let longer = first.elements.count > second.elements.count ? first : second
        let rest = longer.elements.dropFirst(min(first.elements.count, second.elements.count))
        return rest.allSatisfy(\.isGroup)
    }

    /// Returns whether both patterns may match some URL, whichever is more specific; `true` if that is unknown.
    static func exists(_ first: RoutePattern, _ second: RoutePattern) -> Bool {
        let schemes = Set([first.scheme, second.scheme].compactMap(\.self))
        guard schemes.count < 2, Set([first.host, second.host].compactMap(\.self)).count < 2 else { return false }
        var overlap = PatternOverlap(first, second, isRanked: false)
        return overlap.meet(0, 0)
    }

    private mutating func meet(_ index: Int, _ other: Int) -> Bool {
        guard seen.insert(index * (second.count + 1) + other).inserted else { return false }
        if index < first.count, case .orSkip(let next) = first[index] {
            return meet(index + 1, other) || meet(next, other)
        }
        if other < second.count, case .orSkip(let next) = second[other] {
            return meet(index, other + 1) || meet(index, next)
        }
        guard index < first.count, other < second.count else { return index == first.count && other == second.count }
        guard case .element(let element) = first[index], case .element(let otherElement) = second[other] else {
            return false
        }
        if !isRanked, element.isWildcard || otherElement.isWildcard { return true }
        if case .wildcard = element { return otherElement.isWildcard }
        return (isRanked ? element.meets(otherElement) : element.mayMeet(otherElement)) && meet(index + 1, other + 1)
    }
}

extension PatternElement {
    fileprivate var isWildcard: Bool { if case .wildcard = self { true } else { false } }

    /// Returns whether both match some segment, equally specifically.
    fileprivate func meets(_ other: PatternElement) -> Bool {
        switch (self, other) {
        case (.literal(let text), .literal(let otherText)): text == otherText
        case (.parameter(let parameter), .parameter(let otherParameter)): parameter.meets(otherParameter)
        default: false
        }
    }
}

extension PatternElement {
    /// Returns whether both may match some segment.
    fileprivate func mayMeet(_ other: PatternElement) -> Bool {
        switch (self, other) {
        case (.literal(let text), .literal(let otherText)): text == otherText
        case (.literal(let text), .parameter(let parameter)), (.parameter(let parameter), .literal(let text)):
            parameter.accepts(text)
        default: true
        }
    }
}

extension PatternParameter {
    /// Returns whether both match some segment, equally specifically; `true` if that is unknown.
    func meets(_ other: PatternParameter) -> Bool {
        guard Specificity(self) == Specificity(other) else { return false }
        guard prefix.hasPrefix(other.prefix) || other.prefix.hasPrefix(prefix) else { return false }
        guard suffix.hasSuffix(other.suffix) || other.suffix.hasSuffix(suffix) else { return false }
        guard let type, let otherType = other.type else { return true }
        return prefix == other.prefix && suffix == other.suffix ? type.overlaps(otherType) : true
    }
}
