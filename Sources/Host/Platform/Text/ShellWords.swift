/// The words of a shell line, as POSIX shells split it without expansion.
///
/// Blanks separate words. Within '…', each character is literal. Within "…" and outside quotation marks, a backslash
/// makes the next character literal.
package enum ShellWords {
    /// Returns the words, the column of a quotation mark that is not closed, and the start of the last word. If the
    /// line ends with a blank, that start is the end of the line.
    package static func read(_ line: String) -> (words: [String], openQuote: Int?, lastStart: String.Index) {
        var words: [String] = []
        var (word, lastStart) = ([UInt8]?.none, 0)
        var quote: (mark: Unicode.Scalar, end: Int)?
        // Counts bytes, since walking a text by characters is slow.
        var (scalars, place) = (line.unicodeScalars.makeIterator(), 0)
        func next() -> Unicode.Scalar? {
            let scalar = scalars.next()
            place += scalar.map { UTF8.width($0) } ?? 0
            return scalar
        }
        while let scalar = next() {
            if scalar == "\\", quote?.mark != "'" {
                append(next() ?? "\\", to: &word)
            } else if let open = quote {
                if scalar == open.mark { quote = nil } else { append(scalar, to: &word) }
            } else if scalar == "'" || scalar == "\"" {
                quote = (scalar, place)
                word = word ?? []
            } else if scalar.isASCII ? scalar == " " || "\t"..."\r" ~= scalar : scalar.properties.isWhitespace {
                finish(&word, into: &words)
                lastStart = place
            } else {
                append(scalar, to: &word)
            }
        }
        finish(&word, into: &words)
        let index = { line.utf8.index(line.startIndex, offsetBy: $0) }
        return (words, quote.map { line[..<index($0.end)].count }, index(lastStart))
    }

    /// Returns the text as one word for a shell, quoted if necessary.
    package static func quote(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { plain.contains($0) || $0 > 0x7F }
        return isPlain ? text : "'" + text.escaping(["'": "'\\''"]) + "'"
    }

    /// The characters without a special meaning in any shell.
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%=".utf8)

    private static func finish(_ word: inout [UInt8]?, into words: inout [String]) {
        if let finished = word.take() { words.append(String(decoding: finished, as: UTF8.self)) }
    }

    /// Appends in place, since a new text for each character would make a long word slow.
    private static func append(_ scalar: Unicode.Scalar, to word: inout [UInt8]?) {
        if word == nil { word = [] }
        if scalar.isASCII { word?.append(UInt8(scalar.value)) } else { word?.append(contentsOf: scalar.utf8) }
    }
}
