/// Why a module's routes were not registered; none of them was.
public enum RegistrationError: Error, Sendable, Equatable {
    /// A pattern is not in the routing language.
    case invalidPattern(String, owner: String, declared: SourceLocation, reason: RoutePatternError)
    /// Two patterns have the same shape, so that no request could tell them apart.
    case conflict(
        pattern: String, owner: String, declared: SourceLocation,
        with: String, otherOwner: String, otherDeclared: SourceLocation)
    /// A module of that name is registered already.
    case alreadyRegistered(owner: String)
}

extension RegistrationError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .invalidPattern(let pattern, let owner, let declared, let reason):
            "\(owner)'s route \"\(pattern)\" (\(declared)) cannot be read: \(reason)"
        case .conflict(let pattern, let owner, let declared, let other, let otherOwner, let otherDeclared):
            "\(owner)'s route \(pattern) (\(declared)) has the same shape as \(otherOwner)'s \(other) (\(otherDeclared)); "
                + "change one of them"
        case .alreadyRegistered(let owner):
            "a module named \(owner) is registered already; give each module its own name"
        }
    }
}
