/// A name and its value on a page.
public struct Field: PageContent, Sendable {
    private let name: String
    private let value: String

    /// Describes a field.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// The field as an element.
    public var elements: [PageElement] { [.field(name: name, value: value)] }
}
