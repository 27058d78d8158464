/// One decoded `name=value` of a URL's query; without a `=`, the value is empty.
public struct QueryItem: Sendable, Hashable {
    /// The decoded name.
    public let name: String
    /// The decoded value.
    public let value: String

    /// Creates an item from decoded text.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

@_spi(Host) extension QueryItem: Encodable {}

/// A list of names and values for a URL; it keeps its order, and a name may occur more than once.
///
/// A dictionary literal may have values of any type that can be restored from text; a `nil` value is left out.
///
/// ```swift
/// RouteURL(matching: "/rent/list", ["city": city, "max": 4_000])
/// ```
public struct QueryItems: Sendable, Hashable {
    /// The items, in order.
    public var items: [QueryItem]

    /// Creates a list of items.
    public init(_ items: [QueryItem] = []) { self.items = items }
}

extension QueryItems: ExpressibleByDictionaryLiteral {
    /// Creates items from a literal, with each value as text; `nil` values are left out.
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible & Sendable)?)...) {
        items = elements.compactMap { name, value in value.map { QueryItem(name: name, value: $0.description) } }
    }
}
