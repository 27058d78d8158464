/// A line that names what follows.
public struct Heading: PageContent, Styled, Sendable, Equatable, Codable {
    /// What the person reads.
    public var text: String
    /// How it looks.
    public var style: Style?

    /// Describes a heading.
    public init(_ text: String) { self.text = text }

    /// The heading as an element.
    public var elements: [PageElement] { [.heading(self)] }
}
