/// Items one below the other.
///
/// ```swift
/// List(messages) { message in List.Item(message.sender, id: message.id).then { $0.detail = message.text } }
/// ```
public struct List: PageContent, Sendable, Equatable, Codable {
    /// One item of a list.
    public struct Item: PageContent, Styled, Sendable, Equatable, Codable {
        /// What tells the item apart from the list's others, so that it stays the same when the list changes.
        ///
        /// Of several with the same identity the first is the first of them again, and so on.
        public var id: String?
        /// What the person reads first.
        public var title: String
        /// What the person reads then.
        public var detail: String?
        /// The URL that choosing it opens.
        public var url: String?
        /// What choosing it gives to the callback around the list, if it opens no URL.
        public var signal: Payload?
        /// How the title looks.
        public var style: Style?

        /// Describes an item.
        public init(_ title: String, id: String? = nil) {
            self.title = title
            self.id = id
        }

        /// Describes an item that leads to a URL, which is its identity too.
        public init(_ title: String, to url: String) {
            self.init(title, id: url)
            self.url = url
        }

        /// The item as an element: a list of one.
        public var elements: [PageElement] { [.list(List([self]))] }
    }

    private enum CodingKeys: String, CodingKey { case items }

    /// The items, from the top.
    public var items: Rows<Item>

    /// Describes a list.
    public init(_ items: Rows<Item>) { self.items = items }

    /// Describes a list.
    public init(_ items: [Item]) { self.items = Rows(items) }

    /// Describes a list whose items are made of a collection when they are shown.
    public init<Data: RandomAccessCollection & Sendable>(
        _ data: Data, item: @escaping @Sendable (Data.Element) -> Item
    ) where Data.Index: Sendable {
        items = Rows(data, row: item)
    }

    /// The list as an element.
    public var elements: [PageElement] { [.list(self)] }
}
