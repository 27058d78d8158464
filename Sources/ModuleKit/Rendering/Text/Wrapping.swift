/// The wrapping of styled text into lines, which breaks at spaces and between ideographs.
@_spi(Host) public enum Wrapping {
    /// Returns the lines of a text without styles.
    public static func lines(_ text: String, width: Int, hanging: Int = 0) -> [String] {
        lines([Span(text)], width: width, hanging: hanging).map(\.text)
    }

    /// Returns the width of the widest piece of a text; a narrower line would break this piece.
    public static func widestPiece(of text: String) -> Int {
        IteratorSequence(Tokens([Span(text)], limit: .max)).lazy.map { $0.kind == .piece ? $0.width : 0 }.max() ?? 0
    }

    /// Returns the lines of a text, each created when it is requested.
    ///
    /// - Parameters:
    ///   - width: the width of a line, in columns; at least 2, so that a wide character fits.
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

    /// Returns the text as one line if it fits unchanged, as most texts do; `nil` otherwise.
    ///
    /// The result is also `nil` for a text that is not plain, and for a text from which `fill` would drop spaces.
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
                // Spaces at the beginning of a paragraph are the author's and stay; spaces at a line break are dropped.
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

/// The rule for line breaks between two characters without a space: a line may break next to a wide character, unless a
/// character that must not begin or end a line would then do so.
enum LineBreaking {
    static func mayBreak(_ first: WideCharacter, _ second: WideCharacter) -> Bool {
        guard first.width == 2 || second.width == 2 else { return false }
        if first.kind == .ideograph, second.kind == .ideograph { return true }
        return !beginsNoLine.contains(second.character) && !endsNoLine.contains(first.character)
    }

    private static let beginsNoLine = Set("、。，．：；？！）］｝〕〉》」』】〗〙〟’”‥…‧・ーゝゞ々〜～·%‰℃)]},.:;!?")
    private static let endsNoLine = Set("（［｛〔〈《「『【〖〘〝‘“([{¥￥$＄£￡#№")
}

/// Lines that are created on demand, so that the first lines of a page of any length appear immediately.
@_spi(Host) public struct Lines: Sequence, IteratorProtocol {
    private let body: () -> TextLine?

    /// Creates an iterator that calls a closure for each line, until it returns `nil`.
    public init(_ body: @escaping () -> TextLine?) { self.body = body }

    /// Returns the next line; `nil` after the last one.
    public func next() -> TextLine? { body() }

    static var none: Lines { Lines { nil } }

    /// Returns an iterator over the given lines.
    public static func made(_ lines: [TextLine]) -> Lines {
        var rest = lines.makeIterator()
        return Lines { rest.next() }
    }

    /// Returns the lines of all parts in order; a part is read when its first line is requested.
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

    /// Returns the lines, with a number on the first line.
    func numbered(_ number: Int?) -> Lines {
        var number = number
        return mapped { $0.numbered(number.take()) }
    }
}
