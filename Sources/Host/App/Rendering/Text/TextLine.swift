import ModuleKit

/// One line as it is shown: safe text in styles, and how many columns it takes.
struct TextLine: Sendable, Equatable {
    private(set) var spans: [Span] = []
    private(set) var width = 0
    /// The numbers that stand in it.
    private(set) var numbers: [Int] = []

    init() {}

    init(_ text: String, _ style: Style? = nil) { append(text, style, width: DisplayWidth.of(text)) }

    /// Appends text of a known width; neighbours of one style become one.
    mutating func append(_ text: String, _ style: Style?, width: Int) {
        self.width += width
        if spans.last?.style == style, !spans.isEmpty {
            spans[spans.count - 1].text += text
        } else if !text.isEmpty {
            spans.append(Span(text, style))
        }
    }

    /// Appends another line.
    mutating func append(_ line: TextLine) {
        for span in line.spans { append(span.text, span.style, width: 0) }
        width += line.width
        numbers += line.numbers
    }

    /// The line with a number in it.
    func numbered(_ number: Int?) -> TextLine {
        var line = self
        line.numbers += number.map { [$0] } ?? []
        return line
    }

    /// Appends spaces.
    mutating func pad(_ count: Int) {
        if count > 0 { append(String(repeating: " ", count: count), nil, width: count) }
    }

    /// The line behind some spaces.
    func indented(by count: Int) -> TextLine {
        guard count > 0, !spans.isEmpty else { return self }
        var line = TextLine()
        line.pad(count)
        line.append(self)
        return line
    }

    /// The line in a room, where its alignment puts it.
    func aligned(_ alignment: Alignment, in room: Int) -> TextLine {
        let free = max(room - width, 0)
        switch alignment {
        case .center: return indented(by: free / 2)
        case .trailing: return indented(by: free)
        default: return self
        }
    }

    /// The line without styles.
    var text: String { spans.map(\.text).joined() }
}

/// A piece of text in one style.
struct Span: Sendable, Equatable {
    var text: String
    var style: Style?

    init(_ text: String, _ style: Style? = nil) {
        self.text = text
        self.style = style
    }

    /// The same on one line: what breaks lines becomes a space.
    var onOneLine: Span {
        guard text.contains(where: \.isNewline) else { return self }
        return Span(String(text.map { $0.isNewline ? " " : $0 }), style)
    }
}
