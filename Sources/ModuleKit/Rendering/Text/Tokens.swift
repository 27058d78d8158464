import Mediator

/// An iterator over the tokens that fill the lines of styled text: unbreakable pieces, spaces and line breaks.
///
/// A piece is a word, or an ideograph with adjacent punctuation that must not begin or end a line (the essential rule
/// of JIS X 4051 and GB/T 15834). No piece is wider than the line.
struct Tokens: IteratorProtocol {
    struct Token {
        enum Kind { case piece, space, lineBreak }

        var kind: Kind
        var text = ""
        var width = 0
        var style: Style?
    }

    private let limit: Int
    private var spans: ArraySlice<Span>
    private var characters = "".makeIterator()
    /// The rest of the span if it is printable ASCII; `characters` is then exhausted.
    private var plain = ""[...].utf8
    private var style: Style?
    /// The next character, in its displayed form.
    private var upcoming: WideCharacter?

    /// - Parameter limit: the width of a line, in columns.
    init(_ spans: [Span], limit: Int) {
        self.spans = spans[...]
        self.limit = limit
    }

    mutating func next() -> Token? {
        while upcoming == nil {
            if !plain.isEmpty { return plainToken() }
            if advance() { break }
            guard let span = spans.popFirst() else { return nil }
            style = span.style
            if PlainText.width(ofPlain: span.text) == span.text.utf8.count {
                plain = span.text[...].utf8
            } else {
                characters = PlainText.safe(span.text).makeIterator()
            }
        }
        switch upcoming?.kind {
        case .lineBreak:
            advance()
            return Token(kind: .lineBreak, style: style)
        case .space: return space()
        default: return piece()
        }
    }

    private mutating func plainToken() -> Token {
        let isSpace = plain.first == UInt8(ascii: " ")
        let run = plain.prefix(min(limit, plain.count)).prefix { ($0 == UInt8(ascii: " ")) == isSpace }
        plain = plain[run.endIndex...]
        return Token(kind: isSpace ? .space : .piece, text: String(Substring(run)), width: run.count, style: style)
    }

    /// Advances to the next character of the span; returns `false` at the end of the span.
    @discardableResult private mutating func advance() -> Bool {
        upcoming = characters.next().map(WideCharacter.init)
        return upcoming != nil
    }

    private mutating func space() -> Token {
        var token = Token(kind: .space, style: style)
        while upcoming?.kind == .space, token.width < limit {
            token.text += " "
            token.width += 1
            advance()
        }
        return token
    }

    private mutating func piece() -> Token {
        var token = Token(kind: .piece, style: style)
        var last: WideCharacter?
        while let next = upcoming, next.kind != .lineBreak, next.kind != .space {
            if let last, token.width + next.width > limit || LineBreaking.mayBreak(last, next) { break }
            token.text.append(next.character)
            token.width += next.width
            last = next
            advance()
        }
        return token
    }
}
