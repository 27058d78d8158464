/// Why a text is not a route pattern; columns count UTF-8 bytes from 1.
public enum RoutePatternError: Error, Sendable, Equatable {
    /// The pattern is empty.
    case empty
    /// The pattern is longer than `RoutePattern.maximumLength`.
    case tooLong(bytes: Int)
    /// The pattern begins with neither a scheme nor `/`.
    case noLeadingSlash(text: String)
    /// A `:` or `*` has no name after it.
    case emptyName(column: Int)
    /// A name holds something other than letters, digits and `_`.
    case invalidName(name: String, column: Int)
    /// The same name stands twice.
    case duplicateName(name: String, column: Int)
    /// A wildcard is followed by more segments.
    case wildcardNotLast(name: String, column: Int)
    /// A literal cannot stand in a URL.
    case invalidLiteral(column: Int, reason: RouteURLError)
    /// The character is reserved by the routing language; escape it to match it.
    case reserved(character: String, column: Int)
}

extension RoutePatternError: CustomStringConvertible {
    /// A sentence that says what is wrong and what to do.
    public var description: String {
        switch self {
        case .empty:
            "the pattern is empty; write one such as /rent/:id"
        case .tooLong(let bytes):
            "the pattern has \(bytes) bytes, the limit is \(RoutePattern.maximumLength); shorten it"
        case .noLeadingSlash(let text):
            "\"\(text)\" begins with neither a scheme nor /; write /\(text)"
        case .emptyName(let column):
            "column \(column) has no name after it; write one such as :id or *path"
        case .invalidName(let name, let column):
            "\"\(name)\" at column \(column) is not a name; use letters, digits and _"
        case .duplicateName(let name, let column):
            "\"\(name)\" at column \(column) stands twice; give each parameter its own name"
        case .wildcardNotLast(let name, let column):
            "*\(name) at column \(column) is not the last segment; move it to the end"
        case .invalidLiteral(let column, let reason):
            "the literal at column \(column) cannot stand in a URL: \(reason)"
        case .reserved(let character, let column):
            "\"\(character)\" at column \(column) is reserved; percent-escape it to match it"
        }
    }
}
