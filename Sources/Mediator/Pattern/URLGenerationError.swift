/// Why a pattern and parameters give no URL.
public enum URLGenerationError: Error, Sendable, Equatable {
    /// The text is not a pattern.
    case invalidPattern(String, reason: RoutePatternError)
    /// A parameter that the pattern needs was not given.
    case missing(name: String, pattern: String)
    /// A value is not of the parameter's type.
    case mistyped(name: String, value: String, expected: String)
    /// No URL gives this value back: it is empty, a dot segment, or holds NUL.
    case unrepresentable(name: String, value: String)
    /// The URL is longer than `RouteURL.maximumLength`.
    case tooLong(bytes: Int)
}

extension URLGenerationError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .invalidPattern(let pattern, let reason): "\(pattern) is not a pattern: \(reason)"
        case .missing(let name, let pattern): "\(pattern) needs the parameter \"\(name)\"; give it a value"
        case .mistyped(let name, let value, let expected):
            "\"\(value)\" is not of the type \(expected) of the parameter \"\(name)\"; give one that is"
        case .unrepresentable(let name, let value):
            "\"\(value)\" cannot be the parameter \"\(name)\" of a URL; give a text that is not empty, . or .., "
                + "and has no NUL"
        case .tooLong(let bytes):
            "the URL would have \(bytes) bytes, the limit is \(RouteURL.maximumLength); send long data as a body"
        }
    }
}
