/// A line that names what follows.
public struct Heading: PageContent, Sendable, Equatable {
    /// What the person reads.
    public let text: String

    /// Describes a heading.
    public init(_ text: String) { self.text = text }

    /// The heading as an element.
    public var elements: [PageElement] { [.heading(self)] }
}
