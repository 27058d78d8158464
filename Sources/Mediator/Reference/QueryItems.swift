/// Names and values for a URL, in the order in which they were given; a name may come more than once.
///
/// Written as a dictionary, whose values may be of any type that a text gives back; what is `nil` is left out.
///
/// ```swift
/// try await context.rent.list(query: ["city": city, "max": 4_000])
/// ```
public struct QueryItems: Sendable, Hashable {
    /// The items, in order.
    public var items: [QueryItem]

    /// Takes items as they are.
    public init(_ items: [QueryItem] = []) { self.items = items }
}

extension QueryItems: ExpressibleByDictionaryLiteral {
    /// Writes each value as text, and leaves out what is `nil`.
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible & Sendable)?)...) {
        items = elements.compactMap { name, value in value.map { QueryItem(name: name, value: $0.description) } }
    }
}
