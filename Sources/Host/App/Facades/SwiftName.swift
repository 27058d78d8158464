/// Makes names of Swift from any text: its words in camel case, with all else left out.
enum SwiftName {
    /// The words of a text: what stands between characters that no name has, and between underscores.
    static func words(_ text: String) -> [String] {
        text.unicodeScalars.split { !$0.properties.isXIDContinue || $0 == "_" }.map { String($0) }
    }

    /// The words as the name of a value, such as `writeSend`; empty where there are none.
    ///
    /// - Parameter head: goes before a name that would begin with what no name begins with, such as a digit.
    static func lowerCamel(_ words: [String], head: String) -> String {
        guard let first = words.first else { return "" }
        return begun(lowercased(first) + words.dropFirst().map(capitalized).joined(), head: head)
    }

    /// The words as the name of a type, such as `WriteSend`.
    static func upperCamel(_ words: [String], head: String) -> String {
        begun(words.map(capitalized).joined(), head: head)
    }

    /// The name as it is declared and used, in backticks where it is a keyword.
    static func escaped(_ name: String) -> String { SwiftKeyword.all.contains(name) ? "`\(name)`" : name }

    /// The first name of `name`, `name2`, `name3` and so on that is free.
    static func free(_ name: String, where isFree: (String) -> Bool) -> String {
        var (candidate, number) = (name, 1)
        while !isFree(candidate) {
            number += 1
            candidate = "\(name)\(number)"
        }
        return candidate
    }

    private static func begun(_ name: String, head: String) -> String {
        name.unicodeScalars.first?.properties.isXIDStart == true ? name : head + name
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// Small letters as far as the word's first capitals go: `rent`, `url`, `httpThing`.
    private static func lowercased(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }
        let rest = word.dropFirst(capitals.count)
        let begin = capitals.count > 1 && rest.first?.isLowercase == true ? capitals.dropLast() : capitals
        return begin.lowercased() + word.dropFirst(begin.count)
    }
}

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

/// Breaks lines as `swift format` leaves them.
enum SwiftLayout {
    /// One less than the project's, because `swift format` breaks some lines that are just as long as they may be.
    static let lineLength = 119

    /// A head, items between commas, and a tail: on one line, else with the items on a line of their own, else with each
    /// item on its own.
    static func list(_ head: String, _ items: [String], _ tail: String, closesOnOwnLine: Bool) -> [String] {
        let whole = head + items.joined(separator: ", ") + tail
        guard whole.count > lineLength, !items.isEmpty else { return [whole] }
        let margin = String(head.prefix { $0 == " " })
        let line = margin + "    " + items.joined(separator: ", ")
        let length = line.count + (closesOnOwnLine ? 0 : tail.count)
        var inner = length > lineLength ? items.map { margin + "    " + $0 + "," } : [line]
        if length > lineLength { inner[inner.count - 1].removeLast() }
        guard closesOnOwnLine else { return [head] + inner.dropLast() + [inner[inner.count - 1] + tail] }
        return [head] + inner + [margin + tail]
    }
}

/// Text as Swift source says it.
enum SwiftText {
    /// A string literal.
    static func literal(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : escaped($0) }.joined() + "\""
    }

    /// Text for a comment: on one line, with nothing that hides or reorders what follows.
    static func comment(_ text: String) -> String { text.unicodeScalars.map(escaped).joined() }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: String(scalar)
        }
    }
}
