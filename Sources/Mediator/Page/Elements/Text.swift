/// A paragraph of a page.
public struct Text: PageContent, Styled, Sendable, Equatable, Codable {
    /// What the person reads; line breaks stay.
    public var text: String
    /// How it looks.
    public var style: Style?

    /// Describes a paragraph.
    public init(_ text: String) { self.text = text }

    /// The paragraph as an element.
    public var elements: [PageElement] { [.text(self)] }
}
