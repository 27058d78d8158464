/// Why a parameter is not what the handler needs.
public enum ParameterError: Error, Sendable, Equatable {
    /// The parameter is neither in the path nor in the query.
    case missing(name: String, expected: String)
    /// The request has no body.
    case missingBody(expected: String)
    /// The parameter's text is not of the expected type.
    case mistyped(name: String, found: String, expected: String)
}

extension ParameterError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .missing(let name, let expected):
            "parameter \"\(name)\" is missing; add ?\(name)= with a value of type \(expected)"
        case .missingBody(let expected):
            "the body is missing; send one that is JSON for \(expected)"
        case .mistyped(let name, let found, let expected):
            "parameter \"\(name)\" is \"\(found)\"; give a value of type \(expected)"
        }
    }
}
