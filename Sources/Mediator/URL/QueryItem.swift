/// One decoded `name=value` of a URL's query; the value is empty where there was no `=`.
public struct QueryItem: Sendable, Hashable {
    /// The decoded name.
    public let name: String
    /// The decoded value.
    public let value: String

    /// Makes an item from decoded text.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
