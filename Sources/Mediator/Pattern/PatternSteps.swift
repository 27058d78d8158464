/// A pattern as a line of steps, in which an optional group is a choice of where to go on: no group is written out twice.
struct PatternSteps {
    /// One step.
    enum Step {
        case element(PatternElement)
        /// The group that begins here may be left out by going on at that step.
        case orSkip(to: Int)
    }

    private(set) var steps: [Step] = []

    /// The steps of a pattern.
    init(_ pattern: RoutePattern) { append(pattern.elements) }

    private mutating func append(_ elements: [PatternElement]) {
        for element in elements {
            guard case .group(let inner) = element else {
                steps.append(.element(element))
                continue
            }
            let place = steps.count
            steps.append(.orSkip(to: 0))
            append(inner)
            steps[place] = .orSkip(to: steps.count)
        }
    }
}
