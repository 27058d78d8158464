/// A paragraph of a page.
public struct Text: PageContent, Sendable {
    private let text: String

    /// Describes a paragraph.
    public init(_ text: String) { self.text = text }

    /// The paragraph as an element.
    public var elements: [PageElement] { [.text(text)] }
}
