@_spi(Host) import ModuleKit

extension Command {
    private static let url = Option("--url", value: "URL", isRequired: true, "the URL to be matched")

    static let match = Command(
        name: "match", words: "PATTERN…", summary: "try patterns on a URL; no module is needed", options: [url],
        need: .nothing
    ) { session, arguments throws(Failure) in
        let trial = try trial(arguments.words, session.mediator.ownHosts)
        let explanation = trial.explain(try parse(arguments.values(url).last ?? ""))
        try session.console.show(
            "explanation", explanation, text: ExplanationText.lines(explanation).joined(separator: "\n"))
        return explanation.candidates.isEmpty ? .noRoute : .done
    }

    private static func trial(_ patterns: [String], _ ownHosts: Set<String>) throws(Failure) -> PatternTrial {
        try Failure.describing(try PatternTrial(patterns, ownHosts: ownHosts)) { (error: RegistrationError) in
            let faults = if case .invalid(let faults, _) = error { faults.map(text) } else { ["\(error)"] }
            return Failure("invalidPatterns", faults.joined(separator: "; "), .usage)
        }
    }

    private static func text(_ fault: RegistrationFault) -> String {
        switch fault {
        case .invalidPattern(let pattern, _, let reason): "the pattern \"\(pattern)\" cannot be read: \(reason)"
        case .conflict(let pattern, let place, let other, _, let otherPlace):
            "pattern \(place.line), \(pattern), matches the same URLs as pattern \(otherPlace.line), \(other), and is "
                + "as specific; change one of them, or give one a higher priority"
        default: "\(fault)"
        }
    }

    private static func parse(_ text: String) throws(Failure) -> RouteURL {
        try Failure.describing(try RouteURL(parsing: text)) { (error: RouteURLError) in
            Failure(RequestError(.invalidURL(text, reason: "\(error)", redirectedFrom: nil)))
        }
    }
}
