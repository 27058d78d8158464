@_spi(Host) import ModuleKit

/// An explanation as text: a line for each pattern that was looked at, and below it its parameters.
enum ExplanationText {
    static func lines(_ explanation: RouteExplanation) -> [String] {
        var lines = explanation.candidates.isEmpty ? ["no pattern matches \(PlainText.line(explanation.url))"] : []
        for candidate in explanation.candidates { lines += self.lines(candidate) }
        if !explanation.near.isEmpty { lines += ["near, but no match:"] }
        for candidate in explanation.near { lines += self.lines(candidate).map { "  " + $0 } }
        return lines
    }

    static func lines(_ candidate: RouteExplanation.Candidate) -> [String] {
        let owner = candidate.owner.isEmpty ? "" : " of \(candidate.owner)"
        return [PlainText.line("\(candidate.pattern)\(owner): \(candidate.reason)")]
            + candidate.parameters.map { PlainText.line("  \($0.name) = \($0.value)") }
    }
}
