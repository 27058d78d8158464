/// A name and its value on a page.
public struct Field: PageContent, Styled, Sendable, Equatable, Codable {
    /// What the value is called.
    public var name: String
    /// The value, as text.
    public var value: String
    /// How the value looks.
    public var style: Style?

    /// Describes a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The field as an element.
    public var elements: [PageElement] { [.field(self)] }
}
