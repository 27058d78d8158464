/// A line that names what follows.
public struct Heading: PageContent, Sendable {
    private let text: String

    /// Describes a heading.
    public init(_ text: String) { self.text = text }

    /// The heading as an element.
    public var elements: [PageElement] { [.heading(text)] }
}
