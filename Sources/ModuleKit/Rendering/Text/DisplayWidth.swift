/// The number of columns of text on a terminal.
///
/// The unit is the grapheme cluster (UAX #29), found by the standard library. A cluster in emoji presentation (UTS #51:
/// flags, ZWJ sequences, skin tones, variation selector 16) takes two columns. The width of any other cluster is the
/// sum of its scalars' widths, as `wcwidth` counts them; a scalar of ambiguous width takes one column.
@_spi(Host) public enum DisplayWidth {
    /// Returns the width of a text without line breaks.
    public static func of(_ text: some StringProtocol) -> Int {
        PlainText.width(ofPlain: text) ?? text.reduce(0) { $0 + of($1) }
    }

    /// Returns the width of one cluster: 0, 1, 2, or more for a cluster of several letters.
    public static func of(_ character: Character) -> Int {
        if let byte = character.asciiValue { return byte < 0x20 || byte == 0x7F ? 0 : 1 }
        let scalars = character.unicodeScalars
        return isEmoji(scalars) ? 2 : scalars.reduce(0) { $0 + of($1) }
    }

    /// Returns whether a cluster is displayed as an emoji.
    private static func isEmoji(_ scalars: Character.UnicodeScalarView) -> Bool {
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        return isRegionalIndicator(first)
            ? scalars.count > 1 : first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}")
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: 0
        case .format: hasOwnColumn(scalar) ? 1 : 0
        default: isJamoAfterAnother(scalar) ? 0 : WideScalars.contains(scalar) ? 2 : 1
        }
    }

    /// Returns whether a scalar is the soft hyphen, or an Arabic or Syriac sign that encloses the text after it.
    private static func hasOwnColumn(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00AD, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    /// Returns whether a scalar is a Hangul vowel or final consonant, which is drawn in the square of the first
    /// consonant.
    private static func isJamoAfterAnother(_ scalar: Unicode.Scalar) -> Bool {
        (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }
}

/// A character in its displayed form, with its width and kind for the layout.
struct WideCharacter {
    enum Kind { case ideograph, other, space, lineBreak }

    let character: Character
    let width: Int
    let kind: Kind
}

extension WideCharacter {
    /// Creates the displayed form of a character, in which unsafe scalars are replaced.
    init(_ character: Character) {
        // Nearly all wide text consists of common ideographs. Their look-up in the tables would take most of the time.
        if Self.isCommonIdeograph(character) {
            self.init(character: character, width: 2, kind: .ideograph)
        } else if character.isNewline {
            self.init(character: character, width: 0, kind: .lineBreak)
        } else {
            let safe = PlainText.safe(character)
            self.init(
                character: safe, width: DisplayWidth.of(safe), kind: safe == " " || safe == "\t" ? .space : .other)
        }
    }

    /// Returns whether a character is a single scalar in the blocks of Chinese ideographs or Hangul syllables.
    private static func isCommonIdeograph(_ character: Character) -> Bool {
        let bytes = character.utf8
        guard let first = bytes.first, (0xE4...0xED).contains(first), bytes.count == 3 else { return false }
        let scalar = character.unicodeScalars.first?.value ?? 0
        return (0x4E00...0x9FFF).contains(scalar) || (0xAC00...0xD7A3).contains(scalar)
    }
}

/// The scalars that take two columns: East_Asian_Width W or F in EastAsianWidth.txt of Unicode 18.0 (UAX #11), except
/// emoji, which the standard library knows.
///
/// Two ranges are merged if only combining or unassigned code points lie between them.
enum WideScalars {
    private static let ranges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E, 0x3041...0x3247,
        0x3250...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE6B, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x191D2, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F1AE...0x1F1AE,
        0x1F200...0x1F265, 0x1F6D9...0x1F6D9, 0x1F7DA...0x1F7DA, 0x1FA8B...0x1FAFA, 0x20000...0x3FFFD,
    ]

    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        if scalar.properties.isEmojiPresentation { return !(0x1F1E6...0x1F1FF).contains(scalar.value) }
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(scalar.value)
    }
}
