/// The reason why a text is not a route pattern; columns count UTF-8 bytes from 1.
public enum RoutePatternError: Error, Sendable, Equatable {
    /// The pattern is empty.
    case empty
    /// The pattern is longer than `RoutePattern.maximumLength`.
    case tooLong(bytes: Int)
    /// The pattern begins with neither a scheme nor `/`.
    case noLeadingSlash(text: String)
    /// The text before `://` is not a scheme.
    case invalidScheme(String)
    /// A `:` or `*` is not followed by a name.
    case emptyName(column: Int)
    /// A name occurs twice.
    case duplicateName(name: String, column: Int)
    /// A segment holds two parameters.
    case twoParameters(column: Int)
    /// A wildcard is not the last element, or has other text in its segment.
    case wildcardNotLast(name: String, column: Int)
    /// The pattern names an unknown type.
    case unknownType(name: String, column: Int, known: [String])
    /// A `<` has no `>`, or `one(…)` has no alternatives.
    case invalidType(text: String, column: Int)
    /// A `(` has no `)`, or a `)` has no `(`.
    case unbalancedGroup(column: Int)
    /// A group does not begin with `/`, or text follows it in its segment.
    case partialSegment(column: Int)
    /// Groups are nested deeper than `RoutePattern.maximumDepth`.
    case tooDeep(column: Int)
    /// The pattern has more forms than a table accepts; the column belongs to the first group.
    case tooManyForms(column: Int)
    /// A literal contains text that a URL cannot contain.
    case invalidLiteral(column: Int, reason: RouteURLError)
    /// The character is reserved by the routing language; to match it literally, escape it.
    case reserved(character: String, column: Int)
    /// The text at the column has the syntax of another router; `instead` is the equivalent.
    case foreignForm(text: String, column: Int, instead: String)
    /// A URL cannot be made from the pattern, because it matches any host.
    case anyHost(column: Int)
}

extension RoutePatternError {
    /// The column of the fault, in UTF-8 bytes from 1.
    public var column: Int {
        switch self {
        case .empty, .noLeadingSlash, .invalidScheme: 1
        case .tooLong: RoutePattern.maximumLength + 1
        case .emptyName(let column), .duplicateName(_, let column), .twoParameters(let column),
            .wildcardNotLast(_, let column), .unknownType(_, let column, _), .invalidType(_, let column),
            .unbalancedGroup(let column), .partialSegment(let column), .tooDeep(let column), .tooManyForms(let column),
            .invalidLiteral(let column, _), .foreignForm(_, let column, _), .reserved(_, let column),
            .anyHost(let column):
            column
        }
    }
}

extension RoutePatternError: CustomStringConvertible {
    /// A sentence with the fault and the remedy.
    public var description: String {
        switch self {
        case .empty:
            "the pattern is empty; write one such as /rent/:id"
        case .tooLong(let bytes):
            "the pattern has \(bytes) bytes, the limit is \(RoutePattern.maximumLength); shorten it"
        case .noLeadingSlash(let text):
            "\"\(text)\" begins with neither a scheme nor /; write /\(text)"
        case .invalidScheme(let text):
            "\"\(text)\" is not a scheme; begin it with a letter and use letters, digits, +, - and ."
        case .emptyName(let column):
            "column \(column) has no name after it; write one such as :id or *path, of letters, digits and _"
        case .duplicateName(let name, let column):
            "\"\(name)\" at column \(column) occurs twice; give each parameter its own name"
        case .twoParameters(let column):
            "column \(column) begins a second parameter in one segment; put a / between them"
        case .wildcardNotLast(let name, let column):
            "*\(name) at column \(column) is not the whole last segment; move it to the end"
        case .unknownType(let name, let column, let known):
            "\"\(name)\" at column \(column) is not a type; use \(known.joined(separator: ", ")) or one(a,b)"
        case .invalidType(let text, let column):
            "\"\(text)\" at column \(column) is not a type; write one such as <int> or <one(a,b)>"
        case .unbalancedGroup(let column):
            "the parenthesis at column \(column) has no partner; add it, or escape the character"
        case .partialSegment(let column):
            "the group at column \(column) does not hold whole segments; write one such as (/page/:number)"
        case .tooDeep(let column):
            "the group at column \(column) is nested more than \(RoutePattern.maximumDepth) levels deep; use fewer"
        case .tooManyForms(let column):
            "the groups from column \(column) on make more than \(RoutePattern.formLimit.count) forms, "
                + "or forms that are too long; use fewer"
        case .invalidLiteral(let column, let reason):
            "the literal at column \(column) is not allowed in a URL: \(reason)"
        case .foreignForm(let text, let column, let instead):
            "\"\(text)\" at column \(column) is a form of other routers; write \(instead)"
        case .anyHost(let column):
            "the * at column \(column) is any host, but a URL needs one; name it, or capture it with a wildcard such "
                + "as https://*url"
        case .reserved(let character, let column):
            "\"\(character)\" at column \(column) is reserved; percent-escape it to match it"
        }
    }
}
