import ModuleKit

/// Why what a module requires is not there.
enum RequirementError: Error, Sendable, Equatable {
    case missing(Requirement)
    case wrongVersion(Requirement, found: Version)
    /// What it requires was found and does not run.
    case notRunning(Requirement)
    /// The modules require one another; the first name is the last again.
    case cycle([String])
}

extension RequirementError: CustomStringConvertible {
    var description: String {
        switch self {
        case .missing(let requirement): "\(requirement), which was not found; install \(requirement.module)"
        case .wrongVersion(let requirement, let found):
            "\(requirement), found version \(found); install another version of \(requirement.module)"
        case .notRunning(let requirement): "\(requirement), which does not run; see why in `modules`"
        case .cycle(let names): "a cycle: \(names.joined(separator: " → ")); take one requirement out"
        }
    }
}
