/// The words of a shell line, as the shells of POSIX split it without expansion.
///
/// Blanks separate words. Within '…' each character stands for itself; within "…" and outside, a backslash removes the
/// meaning of the next character.
package enum ShellWords {
    /// Returns the readable words, the column of a quotation mark without its pair, and the number of characters before the
    /// last word, which is empty after a blank.
    package static func read(_ line: String) -> (words: [String], openQuote: Int?, lastStart: Int) {
        var words: [String] = []
        var (word, lastStart) = (String?.none, 0)
        var quote: (mark: Character, column: Int)?
        var characters = line.enumerated().makeIterator()
        while let (column, character) = characters.next() {
            if character == "\\", quote?.mark != "'" {
                append(characters.next()?.element ?? "\\", to: &word)
            } else if let open = quote {
                if character == open.mark { quote = nil } else { word?.append(character) }
            } else if character == "'" || character == "\"" {
                quote = (character, column + 1)
                word = word ?? ""
            } else if character.asciiValue.map({ $0 == 0x20 || 0x09...0x0D ~= $0 }) ?? character.isWhitespace {
                if let finished = word { words.append(finished) }
                (word, lastStart) = (nil, column + 1)
            } else {
                append(character, to: &word)
            }
        }
        return (words + (word.map { [$0] } ?? []), quote?.column, lastStart)
    }

    /// Returns the text as one word for a shell.
    package static func quote(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { plain.contains($0) || $0 > 0x7F }
        return isPlain ? text : "'" + text.escaping(["'": "'\\''"]) + "'"
    }

    /// The characters without a meaning in any shell.
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%=".utf8)

    /// Appends in place, since a new text for each character would make a long word slow.
    private static func append(_ character: Character, to word: inout String?) {
        if word == nil { word = "" }
        word?.append(character)
    }
}
