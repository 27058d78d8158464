/// The filling of lines with styled text, by words if there are spaces and between ideographs otherwise.
@_spi(Host) public enum Wrapping {
    /// Returns the lines of a text without styles.
    public static func lines(_ text: String, width: Int, hanging: Int = 0) -> [String] {
        lines([Span(text)], width: width, hanging: hanging).map(\.text)
    }

    /// Returns the columns of the widest piece of a text, which is broken on narrower lines.
    public static func widestPiece(of text: String) -> Int {
        IteratorSequence(Tokens([Span(text)], limit: .max)).lazy.map { $0.kind == .piece ? $0.width : 0 }.max() ?? 0
    }

    /// Returns the lines of a text, created one by one.
    ///
    /// - Parameters:
    ///   - width: the columns of a line; at least 2 are used, since no wide character would fit otherwise.
    ///   - hanging: the additional indentation of the lines after the first.
    static func lines(_ spans: [Span], width: Int, hanging: Int = 0) -> Lines {
        if let line = whole(spans, width: width) { return .made([line]) }
        let hanging = max(min(hanging, width / 2), 0)
        // The first line could hold more, but a piece must fit on every line.
        var tokens = Tokens(spans, limit: max(width - hanging, 2))
        var waiting: Tokens.Token?
        var isFirst = true
        var isDone = false
        return Lines {
            guard !isDone else { return nil }
            let indent = isFirst ? 0 : hanging
            isFirst = false
            let room = max(width - indent, 2)
            return fill(room, from: &tokens, waiting: &waiting, isDone: &isDone).indented(by: indent)
        }
    }

    /// Returns text that is one line as it is, as most is; `fill` drops spaces at an end or in a row over two spans.
    private static func whole(_ spans: [Span], width: Int) -> TextLine? {
        var line = TextLine()
        var endsWithSpace = false
        for span in spans where !span.text.isEmpty {
            guard !(endsWithSpace && span.text.utf8.first == UInt8(ascii: " ")),
                let columns = PlainText.width(ofPlain: span.text), line.width + columns <= width
            else { return nil }
            endsWithSpace = span.text.utf8.last == UInt8(ascii: " ")
            line.append(span.text, span.style, width: columns)
        }
        return endsWithSpace ? nil : line
    }

    private static func fill(
        _ room: Int, from tokens: inout Tokens, waiting: inout Tokens.Token?, isDone: inout Bool
    ) -> TextLine {
        var line = TextLine()
        var space: Tokens.Token?
        let continues = waiting != nil
        while let token = waiting ?? tokens.next() {
            waiting = nil
            switch token.kind {
            case .lineBreak:
                return line
            case .space:
                // Spaces at the beginning of a paragraph belong to its author; those at a line break are dropped.
                if line.width > 0 || !continues { space = token }
            case .piece:
                guard line.width == 0 || line.width + (space?.width ?? 0) + token.width <= room else {
                    waiting = token
                    return line
                }
                if let blank = space, blank.width + token.width <= room {
                    line.append(blank.text, blank.style, width: blank.width)
                }
                space = nil
                line.append(token.text, token.style, width: token.width)
            }
        }
        isDone = true
        return line
    }
}

/// The rule for line breaks between two characters without a space: a line may end beside a wide character, unless that
/// is punctuation that begins no line, or ends none.
enum LineBreaking {
    static func mayBreak(_ first: WideCharacter, _ second: WideCharacter) -> Bool {
        guard first.width == 2 || second.width == 2 else { return false }
        if first.kind == .ideograph, second.kind == .ideograph { return true }
        return !beginsNoLine.contains(second.character) && !endsNoLine.contains(first.character)
    }

    private static let beginsNoLine = Set("、。，．：；？！）］｝〕〉》」』】〗〙〟’”‥…‧・ーゝゞ々〜～·%‰℃)]},.:;!?")
    private static let endsNoLine = Set("（［｛〔〈《「『【〖〘〝‘“([{¥￥$＄£￡#№")
}

/// Lines that are created on demand, so that a page of any length begins at once.
@_spi(Host) public typealias Lines = AnyIterator<TextLine>

@_spi(Host) extension AnyIterator<TextLine> {
    static var none: Lines { Lines { nil } }

    /// Returns given lines.
    public static func made(_ lines: [TextLine]) -> Lines { Lines(lines.makeIterator()) }

    /// Returns the lines of each part, one part after the other; a part is read at its turn.
    public static func joined<Parts: Sequence>(_ parts: Parts, _ lines: @escaping (Parts.Element) -> Lines) -> Lines {
        var parts = parts.makeIterator()
        var current = Lines.none
        return Lines {
            while true {
                if let line = current.next() { return line }
                guard let part = parts.next() else { return nil }
                current = lines(part)
            }
        }
    }

    func mapped(_ change: @escaping (TextLine) -> TextLine) -> Lines { Lines { next().map(change) } }

    /// Returns the lines, with a number in the first.
    func numbered(_ number: Int?) -> Lines {
        var number = number
        return mapped { $0.numbered(number.take()) }
    }
}
