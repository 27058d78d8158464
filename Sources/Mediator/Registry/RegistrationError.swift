/// Why a module was not registered; nothing of it was.
public enum RegistrationError: Error, Sendable, Equatable {
    /// Some declarations cannot be used; every fault is named.
    case invalid([RegistrationFault], owner: String)
    /// A module of that name is registered already.
    case alreadyRegistered(owner: String)
}

extension RegistrationError: CustomStringConvertible {
    /// Sentences that say what is wrong and what to do.
    public var description: String {
        switch self {
        case .invalid(let faults, let owner):
            faults.map { "\(owner)'s \($0)" }.joined(separator: "; ")
        case .alreadyRegistered(let owner):
            "a module named \(owner) is registered already; give each module its own name"
        }
    }
}
