/// Makes foreign text safe for a terminal: nothing that it holds can move the cursor or hide what follows.
enum PlainText {
    /// The text on one line: line breaks become spaces, other control characters U+FFFD, and what goes beyond the limit
    /// becomes an ellipsis.
    static func line(_ text: String, limit: Int = .max) -> String {
        let start = limit == .max ? text[...] : text.prefix(limit)
        return lines(String(start)).joined(separator: " ").replacing("\t", with: " ")
            + (start.endIndex < text.endIndex ? "…" : "")
    }

    /// The text's lines, without control characters.
    static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            String(String.UnicodeScalarView(line.unicodeScalars.map { isUnsafe($0) ? "\u{FFFD}" : $0 }))
        }
    }

    /// A character that does to a terminal what it looks like: without control characters, and with no more scalars than
    /// any language needs in one (a limit like that of the Stream-Safe Text Format, UAX #15).
    static func safe(_ character: Character) -> Character {
        if let byte = character.asciiValue, byte >= 0x20, byte != 0x7F { return character }
        let scalars = character.unicodeScalars
        guard scalars.count > scalarLimit || scalars.contains(where: isUnsafe) else { return character }
        let safe = scalars.prefix(scalarLimit).map { isUnsafe($0) ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(safe)).first ?? "\u{FFFD}"
    }

    /// The most scalars of one character that is shown.
    private static let scalarLimit = 32

    /// Control characters, and the formatting characters that reorder the text around them (Unicode TR 9, 2.1 to 2.5).
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
