/// A name and its value on a page.
public struct Field: PageContent, Sendable, Equatable {
    /// What the value is called.
    public let name: String
    /// The value, as text.
    public let value: String

    /// Describes a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The field as an element.
    public var elements: [PageElement] { [.field(self)] }
}
