/// What is wrong with one route of a module.
public enum RouteFault: Sendable, Equatable {
    /// The pattern is not in the routing language.
    case invalidPattern(String, declared: SourceLocation, reason: RoutePatternError)
    /// Some URL is matched by two patterns, and no rule says which goes first.
    case conflict(
        pattern: String, declared: SourceLocation, with: String, otherOwner: String, otherDeclared: SourceLocation)
}

extension RouteFault: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .invalidPattern(let pattern, let declared, let reason):
            "route \"\(pattern)\" (\(declared)) cannot be read: \(reason)"
        case .conflict(let pattern, let declared, let other, let otherOwner, let otherDeclared):
            "route \(pattern) (\(declared)) matches the same URLs as \(otherOwner)'s \(other) (\(otherDeclared)) and is "
                + "as specific; change one of them, or give one a higher priority"
        }
    }
}
