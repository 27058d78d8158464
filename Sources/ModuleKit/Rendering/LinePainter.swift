import Mediator

/// A painter that converts lines to terminal output, with colours and links if they are enabled.
@_spi(Host) public struct LinePainter: Sendable {
    private static let appearances: [Style: Appearance] = [
        .title: Appearance(weight: .bold),
        .heading: Appearance(weight: .bold, colour: .cyan),
        .label: Appearance(colour: .cyan),
        .secondary: Appearance(weight: .faint),
        .strong: Appearance(weight: .bold),
        .link: Appearance(colour: .blue),
        .success: Appearance(colour: .green),
        .warning: Appearance(colour: .yellow),
        .failure: Appearance(weight: .bold, colour: .red),
    ]

    private let usesColour: Bool
    private let showsLinks: Bool

    /// Creates a painter with the usual styles.
    ///
    /// - Parameter showsLinks: whether text has hyperlinks to web pages.
    public init(usesColour: Bool, showsLinks: Bool = false) {
        self.usesColour = usesColour
        self.showsLinks = showsLinks
    }

    /// Returns the terminal output of a line.
    public func text(of line: TextLine) -> String {
        guard usesColour || showsLinks else { return line.text }
        return line.spans.map(text).joined()
    }

    private func text(of span: Span) -> String {
        let appearance = usesColour ? span.style.flatMap { Self.appearances[$0] } : nil
        let text = appearance?.applied(to: span.text) ?? span.text
        guard showsLinks, let address = span.address else { return text }
        return Hyperlink.text(text, to: address)
    }
}

/// The appearance of a style on a terminal: parameters of "Select Graphic Rendition" (ECMA-48, 8.3.117).
private struct Appearance: Sendable {
    enum Weight: Int, Sendable { case bold = 1, faint = 2 }

    /// A colour that every terminal has; the user chooses its shade.
    enum Colour: Int, Sendable { case red = 31, green = 32, yellow = 33, blue = 34, cyan = 36 }

    var weight: Weight?
    var colour: Colour?

    func applied(to text: String) -> String {
        let parameters = [weight?.rawValue, colour?.rawValue].compactMap { $0.map(String.init) }
        return parameters.isEmpty ? text : "\u{1B}[\(parameters.joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}
