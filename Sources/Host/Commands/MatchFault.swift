import ModuleKit

/// What is wrong with a table of patterns on trial.
enum MatchFault {
    /// All faults, on one line.
    static func text(_ error: RegistrationError) -> String {
        guard case .invalid(let faults, _) = error else { return "\(error)" }
        return faults.map(text).joined(separator: "; ")
    }

    private static func text(_ fault: RegistrationFault) -> String {
        switch fault {
        case .invalidPattern(let pattern, _, let reason): "the pattern \"\(pattern)\" cannot be read: \(reason)"
        case .conflict(let pattern, let place, let other, _, let otherPlace):
            "pattern \(place.line), \(pattern), matches the same URLs as pattern \(otherPlace.line), \(other), and is as "
                + "specific; change one of them, or give one a higher priority"
        default: "\(fault)"
        }
    }
}
