import ModuleKit

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
