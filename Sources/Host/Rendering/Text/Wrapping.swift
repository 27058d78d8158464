/// Fills lines with styled text, by words where there are spaces and between ideographs where there are none.
enum Wrapping {
    /// The lines of a text, made one by one.
    ///
    /// - Parameters:
    ///   - width: the columns of a line; at least 2 are used, or no wide character would fit.
    ///   - hanging: how much further in the lines behind the first begin.
    static func lines(_ spans: [Span], width: Int, hanging: Int = 0) -> Lines {
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
                // Spaces at the beginning of a paragraph are its author's; those at which a line was broken are not.
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
