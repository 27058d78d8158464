/// Items one below the other.
///
/// ```swift
/// List(messages) { message in List.Item(message.sender, id: message.id).then { $0.detail = message.text } }
/// ```
public struct List: PageContent, Sendable, Equatable, Codable {
    /// One item of a list.
    public struct Item: PageContent, Styled, Sendable, Equatable, Codable {
        /// The item's identity in its list, by which it is recognised when the list changes.
        ///
        /// Of several items with one identity, the first one is recognised as the first one again, and so on.
        public var id: String?
        /// The first text for the person.
        public var title: String
        /// The second text for the person.
        public var detail: String?
        /// The URL that choosing the item opens.
        public var url: RouteURL?
        /// The message that choosing the item gives to the receiver around the list, if it opens no URL.
        public var message: Payload?
        /// The style of the title.
        public var style: Style?

        /// Creates an item.
        public init(_ title: String, id: String? = nil) {
            self.title = title
            self.id = id
        }

        /// Creates an item that leads to a URL, which is also its identity.
        public init(_ title: String, to url: RouteURL) {
            self.init(title, id: url.text)
            self.url = url
        }

        /// The item as an element: a list of one.
        public var elements: [PageElement] { [.list(List([self]))] }
    }

    /// The items, from the top.
    public var items: Rows<Item>

    /// Creates a list.
    public init(_ items: Rows<Item>) { self.items = items }

    /// Creates a list.
    public init(_ items: [Item]) { self.items = Rows(items) }

    /// Creates a list whose items are made from a collection when they are shown.
    public init<Data: RandomAccessCollection & Sendable>(
        _ data: Data, item: @escaping @Sendable (Data.Element) -> Item
    ) where Data.Index: Sendable {
        items = Rows(data, row: item)
    }

    /// The list as an element.
    public var elements: [PageElement] { [.list(self)] }
}

/// The rows of a table or a list: present already, or made when they are shown.
///
/// A page of any length opens at once, because a navigator asks only for the rows that it shows.
public struct Rows<Row: Codable & Equatable & Sendable>: Sendable {
    private enum Storage: Sendable {
        case made([Row])
        case lazy(count: Int, make: @Sendable (Int) -> Row)
    }

    private let storage: Storage

    /// Creates rows from an array.
    public init(_ rows: [Row]) { storage = .made(rows) }

    /// Creates rows that a closure makes by their place, from 0, at each demand; one place always gives equal rows.
    ///
    /// - Parameter count: the number of rows; a negative number counts as 0.
    public init(count: Int, row: @escaping @Sendable (Int) -> Row) {
        storage = .lazy(count: Swift.max(count, 0), make: row)
    }

    /// Creates rows with one for each element of a collection, made on demand.
    public init<Data: RandomAccessCollection & Sendable>(
        _ data: Data, row: @escaping @Sendable (Data.Element) -> Row
    ) where Data.Index: Sendable {
        self.init(count: data.count) { row(data[data.index(data.startIndex, offsetBy: $0)]) }
    }
}

extension Rows: RandomAccessCollection {
    /// The place of the first row, 0.
    public var startIndex: Int { 0 }

    /// The number of rows.
    public var endIndex: Int {
        switch storage {
        case .made(let rows): rows.count
        case .lazy(let count, _): count
        }
    }

    /// The row at a place, counted from 0.
    public subscript(place: Int) -> Row {
        switch storage {
        case .made(let rows):
            return rows[place]
        case .lazy(let count, let make):
            precondition((0..<count).contains(place), "there is no row \(place) of \(count)")
            return make(place)
        }
    }
}

extension Rows: Equatable {
    /// Returns whether both have equal rows; the comparison makes all of them.
    public static func == (first: Rows, second: Rows) -> Bool { first.elementsEqual(second) }
}

extension Rows: ExpressibleByArrayLiteral {
    /// Creates rows from an array literal.
    public init(arrayLiteral rows: Row...) { self.init(rows) }
}

extension Rows: Codable {
    /// Decodes an array of rows.
    /// - Throws: `DecodingError` for what is no array, and the error of a row.
    public init(from decoder: any Decoder) throws { self.init(try [Row](from: decoder)) }

    /// Encodes an array with all rows.
    /// - Throws: the encoder's error, and that of a row.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for row in self { try container.encode(row) }
    }
}
