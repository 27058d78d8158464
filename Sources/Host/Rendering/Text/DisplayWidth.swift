/// How many columns of a terminal text takes.
///
/// A grapheme cluster (UAX #29, which the standard library finds) is shown as a whole. An emoji in its own presentation
/// (UTS #51: flags, ZWJ sequences, skin tones, variation selector 16) takes two columns; any other cluster takes what its
/// scalars take one by one, as the system's own `wcwidth` has it. Characters of ambiguous width take one.
enum DisplayWidth {
    /// The columns of a text, which holds no line break.
    static func of(_ text: some StringProtocol) -> Int {
        text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? text.utf8.count : text.reduce(0) { $0 + of($1) }
    }

    /// The columns of one cluster: 0, 1, 2, or more for a cluster of several letters.
    static func of(_ character: Character) -> Int {
        if let byte = character.asciiValue { return byte < 0x20 || byte == 0x7F ? 0 : 1 }
        let scalars = character.unicodeScalars
        return isEmoji(scalars) ? 2 : scalars.reduce(0) { $0 + of($1) }
    }

    /// Whether a cluster is shown as a picture.
    private static func isEmoji(_ scalars: Character.UnicodeScalarView) -> Bool {
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        return isRegionalIndicator(first)
            ? scalars.count > 1 : first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}")
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// The columns of a scalar by itself.
    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: 0
        case .format: hasOwnColumn(scalar) ? 1 : 0
        default: isJamoBehindAnother(scalar) ? 0 : WideScalars.contains(scalar) ? 2 : 1
        }
    }

    /// The soft hyphen, and the Arabic and Syriac signs that enclose what follows them.
    private static func hasOwnColumn(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00AD, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    /// The vowels and finals of a Hangul syllable, which stand within the square of its first consonant.
    private static func isJamoBehindAnother(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: true
        default: false
        }
    }
}
