import Mediator

/// One line of the display: safe, styled text with its width.
@_spi(Host) public struct TextLine: Sendable, Equatable {
    private(set) var spans: [Span] = []
    /// The width of the line, in columns.
    public private(set) var width = 0
    /// The numbers of the targets in the line.
    public private(set) var numbers: [Int] = []

    /// Creates an empty line.
    public init() {}

    /// Creates a line of text in one style.
    public init(_ text: String, _ style: Style? = nil) { append(text, style, width: DisplayWidth.of(text)) }

    static func rule(_ width: Int) -> TextLine {
        var line = TextLine()
        line.append(String(repeating: "─", count: width), .secondary, width: width)
        return line
    }

    /// Appends text of a known width; adjacent spans of one style are merged.
    mutating func append(_ text: String, _ style: Style?, width: Int) {
        append(Span(text, style))
        self.width += width
    }

    private mutating func append(_ span: Span) {
        // The last span is changed in place: otherwise, a long line would copy its text at each append.
        let last = spans.count - 1
        if last >= 0, spans[last].style == span.style, spans[last].address == span.address {
            spans[last].text += span.text
        } else if !span.text.isEmpty {
            spans.append(span)
        }
    }

    /// Returns the line with a hyperlink on all text except secondary text, if the URL is the address of a web page.
    func linked(to url: String?) -> TextLine {
        guard let address = url.flatMap(Hyperlink.address) else { return self }
        var line = self
        for (place, span) in spans.enumerated()
        where span.style != .secondary && span.text.contains(where: { $0 != " " }) {
            line.spans[place].address = address
        }
        return line
    }

    /// Appends another line.
    public mutating func append(_ line: TextLine) {
        for span in line.spans { append(span) }
        width += line.width
        numbers += line.numbers
    }

    func numbered(_ number: Int?) -> TextLine {
        var line = self
        line.numbers += number.map { [$0] } ?? []
        return line
    }

    mutating func pad(_ count: Int) {
        if count > 0 { append(String(repeating: " ", count: count), nil, width: count) }
    }

    func indented(by count: Int) -> TextLine {
        guard count > 0, !spans.isEmpty else { return self }
        var line = TextLine()
        line.pad(count)
        line.append(self)
        return line
    }

    func aligned(_ alignment: Alignment, in room: Int) -> TextLine {
        let free = max(room - width, 0)
        switch alignment {
        case .center: return indented(by: free / 2)
        case .trailing: return indented(by: free)
        default: return self
        }
    }

    /// The text of the line without styles.
    public var text: String { spans.count == 1 ? spans[0].text : spans.map(\.text).joined() }
}

/// A piece of text in one style.
struct Span: Sendable, Equatable {
    var text: String
    var style: Style?
    /// The address of the web page that the text links to.
    var address: String?

    init(_ text: String, _ style: Style? = nil) {
        self.text = text
        self.style = style
    }

    /// The span on one line, with spaces instead of line breaks.
    var onOneLine: Span {
        guard PlainText.width(ofPlain: text) == nil, text.contains(where: \.isNewline) else { return self }
        return Span(String(text.map { $0.isNewline ? " " : $0 }), style)
    }
}
