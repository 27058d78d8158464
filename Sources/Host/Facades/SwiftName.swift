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
