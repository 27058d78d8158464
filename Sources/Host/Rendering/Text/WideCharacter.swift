/// A character as it is shown, with what has to be known to lay it out.
struct WideCharacter {
    enum Kind { case ideograph, other, space, lineBreak }

    let character: Character
    let width: Int
    let kind: Kind

    /// Takes a character of any text, and makes it safe for a terminal.
    init(_ character: Character) {
        // Nearly all text is made of these, and looking them up in the tables would take most of the time.
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

    private init(character: Character, width: Int, kind: Kind) {
        self.character = character
        self.width = width
        self.kind = kind
    }

    /// Whether it is one scalar of the blocks of Chinese ideographs and Hangul syllables, none of which is punctuation.
    private static func isCommonIdeograph(_ character: Character) -> Bool {
        let bytes = character.utf8
        guard let first = bytes.first, (0xE4...0xED).contains(first), bytes.count == 3 else { return false }
        let scalar = character.unicodeScalars.first?.value ?? 0
        return (0x4E00...0x9FFF).contains(scalar) || (0xAC00...0xD7A3).contains(scalar)
    }
}
