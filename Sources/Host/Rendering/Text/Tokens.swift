import ModuleKit

/// Takes styled text apart into what a line is filled with: pieces that stay together, spaces, and line breaks.
///
/// A word of letters stays together, and so does one ideograph with the punctuation around it that neither begins nor ends
/// a line (the heart of what JIS X 4051 and GB/T 15834 ask for). Nothing is longer than the line.
struct Tokens: IteratorProtocol {
    /// One piece.
    struct Token {
        enum Kind { case piece, space, lineBreak }

        var kind: Kind
        var text = ""
        var width = 0
        var style: Style?
    }

    private let limit: Int
    private var spans: ArraySlice<Span>
    private var rest: Substring = ""
    private var style: Style?

    /// - Parameter limit: the columns of a line.
    init(_ spans: [Span], limit: Int) {
        self.spans = spans[...]
        self.limit = limit
    }

    mutating func next() -> Token? {
        while rest.isEmpty {
            guard let span = spans.popFirst() else { return nil }
            rest = span.text[...]
            style = span.style
        }
        if rest.first?.isNewline == true {
            rest.removeFirst()
            return Token(kind: .lineBreak, style: style)
        }
        return isSpace(rest.first) ? space() : piece()
    }

    private func isSpace(_ character: Character?) -> Bool { character == " " || character == "\t" }

    private mutating func space() -> Token {
        var token = Token(kind: .space, style: style)
        while isSpace(rest.first), token.width < limit {
            rest.removeFirst()
            token.text += " "
            token.width += 1
        }
        return token
    }

    private mutating func piece() -> Token {
        var token = Token(kind: .piece, style: style)
        var last: Character?
        while let first = rest.first, !first.isNewline, !isSpace(first) {
            let character = PlainText.safe(first)
            let width = DisplayWidth.of(character)
            if let last {
                if token.width + width > limit { break }
                if mayBreak(last, character, width: width) { break }
            }
            rest.removeFirst()
            token.text.append(character)
            token.width += width
            last = character
        }
        return token
    }

    /// Whether a line may end between two characters that no space parts.
    private func mayBreak(_ first: Character, _ second: Character, width: Int) -> Bool {
        guard width == 2 || DisplayWidth.of(first) == 2 else { return false }
        return !Self.beginsNoLine.contains(second) && !Self.endsNoLine.contains(first)
    }

    private static let beginsNoLine = Set("、。，．：；？！）］｝〕〉》」』】〗〙〟’”‥…‧・ーゝゞ々〜～·%‰℃)]},.:;!?")
    private static let endsNoLine = Set("（［｛〔〈《「『【〖〘〝‘“([{¥￥$＄£￡#№")
}
