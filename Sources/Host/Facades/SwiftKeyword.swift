/// The words that are no name in Swift unless they stand in backticks, at least somewhere.
enum SwiftKeyword {
    static let all: Set<String> = declarations.union(statements).union(expressions).union(contextual)

    private static let declarations: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var",
    ]

    private static let statements: Set<String> = [
        "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if",
        "in", "repeat", "return", "switch", "throw", "where", "while",
    ]

    private static let expressions: Set<String> = [
        "as", "await", "false", "is", "nil", "self", "super", "throws", "true", "try",
    ]

    private static let contextual: Set<String> = [
        "actor", "any", "async", "borrowing", "consume", "consuming", "copy", "discard", "each", "isolated", "macro",
        "nonisolated", "package", "sending", "some", "then", "unsafe", "using", "yield",
    ]
}
