/// The conversion of untrusted text to text that is safe for a terminal: the result cannot move the cursor or hide
/// other text.
@_spi(Host) public enum PlainText {
    /// Returns the text on one line: spaces replace line breaks, U+FFFD replaces control characters, and `…` follows a
    /// text that was cut after `limit` characters.
    public static func line(_ text: String, limit: Int = .max) -> String {
        if text.utf8.count <= limit, width(ofPlain: text) != nil { return text }
        let start = limit == .max ? text[...] : text.prefix(limit)
        return safe(String(start.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
            + (start.endIndex < text.endIndex ? "…" : "")
    }

    /// Returns the text with U+FFFD instead of unsafe characters; line breaks stay.
    public static func safe(_ text: String) -> String {
        guard width(ofPlain: text) == nil, text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var safe = String.UnicodeScalarView()
        for character in text {
            for (scalar, isShown) in scalars(of: character) {
                safe.append(isShown || character.isNewline ? scalar : "\u{FFFD}")
            }
        }
        return String(safe)
    }

    /// Returns the width of a plain text, in which each character is one scalar that is safe in any position.
    ///
    /// Most texts are plain. The result is `nil` for any other text, which must be split into clusters.
    static func width(ofPlain text: some StringProtocol) -> Int? {
        // Two comparisons, because a range is slow without optimization.
        let isASCII = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
        if isASCII == true { return text.utf8.count }
        var width = 0
        for scalar in text.unicodeScalars {
            switch scalar.value {
            // ASCII, Latin, punctuation and box-drawing characters.
            case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x2010..<0x2028, 0x2030..<0x2060, 0x2500..<0x2580: width += 1
            // East Asian punctuation, syllables and ideographs.
            case 0x3001..<0x302A, 0x3041..<0x3097, 0x30A1..<0x3100, 0x4E00..<0xA000, 0xAC00..<0xD7A4, 0xFF01..<0xFF5F:
                width += 2
            default: return nil
            }
        }
        return width
    }

    /// Returns the character, or a replacement that has no invisible effect on a terminal.
    ///
    /// The result contains at most `scalarLimit` scalars, which is enough for any language; the Stream-Safe Text Format
    /// (UAX #15) has a similar limit.
    public static func safe(_ character: Character) -> Character {
        if let byte = character.asciiValue, byte >= 0x20, byte != 0x7F { return character }
        let scalars = character.unicodeScalars
        guard scalars.count > scalarLimit || scalars.contains(where: isUnsafe) else { return character }
        let shown = self.scalars(of: character).prefix(scalarLimit)
        guard shown.allSatisfy(\.isShown) else { return "\u{FFFD}" }
        return String(String.UnicodeScalarView(shown.map(\.scalar))).first ?? "\u{FFFD}"
    }

    /// Returns a character's scalars, and whether each is displayed; an invisible scalar is displayed only if a script
    /// or an emoji needs it.
    static func scalars(of character: Character) -> [(scalar: Unicode.Scalar, isShown: Bool)] {
        let scalars = Array(character.unicodeScalars)
        let isFlag = isFlagOfTags(scalars)
        return scalars.indices.map { place in
            let joins = place > 0 && joins(scalars[place], scalars[place - 1], scalars.dropFirst(place + 1).first)
            return (scalars[place], isFlag || joins || !isUnsafe(scalars[place]))
        }
    }

    /// Returns whether a scalar is a joiner or non-joiner after a letter of a script that uses them, or joins two emoji
    /// (Unicode 16, 23.2; UTS #51, ED-16).
    private static func joins(_ joiner: Unicode.Scalar, _ last: Unicode.Scalar, _ next: Unicode.Scalar?) -> Bool {
        guard joiner == "\u{200C}" || joiner == "\u{200D}" else { return false }
        if joinedScripts.contains(where: { $0.contains(last.value) }) { return !isUnsafe(last) }
        let isEmoji = last == "\u{FE0F}" || last.properties.isEmoji
        return joiner == "\u{200D}" && isEmoji && next?.properties.isEmoji == true
    }

    /// The blocks of Arabic, Syriac, N'Ko, Mongolian and the scripts of South and South-East Asia.
    private static let joinedScripts: [ClosedRange<UInt32>] = [
        0x0600...0x109F, 0x1700...0x1CFF, 0xA800...0xABFF, 0x10A00...0x11FFF, 0x1E900...0x1E95F,
    ]

    /// Returns whether a character is a region's flag, such as Scotland's: a black flag and tags (UTS #51, ED-14a).
    private static func isFlagOfTags(_ scalars: [Unicode.Scalar]) -> Bool {
        (5...8).contains(scalars.count) && scalars.first == "\u{1F3F4}" && scalars.last == "\u{E007F}"
            && scalars.dropFirst().dropLast().allSatisfy { tag in
                (0xE0030...0xE0039).contains(tag.value) || (0xE0061...0xE007A).contains(tag.value)
            }
    }

    /// The maximum number of scalars in one displayed character.
    private static let scalarLimit = 32

    /// Returns whether a scalar is a control character, a formatting character that reorders the text around it
    /// (Unicode TR 9, 2.1 to 2.6), or an invisible character: zero-width or a tag.
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x180E, 0x200B...0x200D, 0x2060...0x2065, 0x206A...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        case 0xE0000...0xE007F: true
        default: false
        }
    }
}
