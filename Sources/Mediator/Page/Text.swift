/// A paragraph of a page.
public struct Text: PageContent, Sendable, Equatable {
    /// What the person reads.
    public let text: String

    /// Describes a paragraph.
    public init(_ text: String) { self.text = text }

    /// The paragraph as an element.
    public var elements: [PageElement] { [.text(self)] }
}
