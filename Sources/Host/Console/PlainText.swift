/// Makes foreign text safe for a terminal: nothing that it holds can move the cursor or hide what follows.
enum PlainText {
    /// The text on one line: line breaks become spaces, other control characters U+FFFD, and what goes beyond the limit
    /// becomes an ellipsis.
    static func line(_ text: String, limit: Int = .max) -> String {
        let start = limit == .max ? text[...] : text.prefix(limit)
        return lines(String(start)).joined(separator: " ") + (start.endIndex < text.endIndex ? "…" : "")
    }

    /// The text's lines, without control characters.
    static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            String(String.UnicodeScalarView(line.unicodeScalars.map { isUnsafe($0) ? "\u{FFFD}" : $0 }))
        }
    }

    /// Control characters, and the formatting characters that reorder the text around them (Unicode TR 9, 2.1 to 2.5).
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
