/// Swift names made from any text: the text's words in camel case, without the characters between the words.
enum SwiftName {
    /// Returns the words of a text: the parts between underscores and characters that are invalid in names.
    static func words(_ text: String) -> [String] {
        text.unicodeScalars.split { !$0.properties.isXIDContinue || $0 == "_" }.map { String($0) }
    }

    /// Returns the words as the name of a value, such as `writeSend`, or an empty text if there are no words. `head` is
    /// the prefix of a name that would begin with an invalid character, such as a digit.
    static func lowerCamel(_ words: [String], head: String) -> String {
        guard let first = words.first else { return "" }
        return begun(lowercased(first) + words.dropFirst().map(capitalized).joined(), head: head)
    }

    /// Returns the words as the name of a type, such as `WriteSend`.
    static func upperCamel(_ words: [String], head: String) -> String {
        begun(words.map(capitalized).joined(), head: head)
    }

    /// Returns the name for declarations and uses, in backticks if it is a keyword.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Returns the first free name of `name`, `name2`, `name3` and so on.
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

    /// Returns a word with its first capitals in lower case: `rent`, `url`, `httpThing`.
    private static func lowercased(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }
        let rest = word.dropFirst(capitals.count)
        let begin = capitals.count > 1 && rest.first?.isLowercase == true ? capitals.dropLast() : capitals
        return begin.lowercased() + word.dropFirst(begin.count)
    }

    /// The words that need backticks as a name in Swift, at least in some positions.
    static let keywords: Set<String> = [
        // Declarations
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var",
        // Statements
        "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if",
        "in", "repeat", "return", "switch", "throw", "where", "while",
        // Expressions
        "as", "await", "false", "is", "nil", "self", "super", "throws", "true", "try",
        // Contextual keywords
        "actor", "any", "async", "borrowing", "consume", "consuming", "copy", "discard", "each", "isolated", "macro",
        "nonisolated", "package", "sending", "some", "then", "unsafe", "using", "yield",
    ]
}

/// Swift source, with the line breaks of `swift format`.
enum SwiftText {
    /// The maximum length of a line. The project allows 120, but `swift format` breaks some lines of that length.
    static let lineLength = 119

    /// Returns a head, items with commas, and a tail, on one line if they fit. Otherwise the items are together on a
    /// separate line or, if that is too long, on one line each.
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

    static func literal(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : escaped($0) }.joined() + "\""
    }

    /// Returns text for a comment: on one line, without characters that hide or reorder the text after them.
    static func comment(_ text: String) -> String { text.unicodeScalars.map(escaped).joined() }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: String(scalar)
        }
    }
}
