/// A vertical list of items.
///
/// ```swift
/// List(messages) { message in List.Item(message.sender, id: message.id).then { $0.detail = message.text } }
/// ```
public struct List: PageContent, Sendable, Equatable, Codable {
    /// One item of a list.
    public struct Item: PageContent, Styled, Sendable, Equatable, Codable {
        /// The identity of the item in its list, by which the item is found again after the list has changed.
        ///
        /// Items with equal identities are matched in their order.
        public var id: String?
        /// The first text for the user.
        public var title: String
        /// The second text for the user.
        public var detail: String?
        /// The URL that is opened when the user chooses the item.
        public var url: RouteURL?
        /// The message that the surrounding receiver gets when the user chooses the item, if the item has no URL.
        public var message: Payload?
        /// The style of the title.
        public var style: Style?

        /// Creates an item.
        public init(_ title: String, id: String? = nil) {
            self.title = title
            self.id = id
        }

        /// Creates an item that opens a URL, which is also its identity.
        public init(_ title: String, to url: RouteURL) {
            self.init(title, id: url.text)
            self.url = url
        }

        /// The item as an element: a list with one item.
        public var elements: [PageElement] { [.list(List([self]))] }
    }

    /// The items, from the top.
    public var items: Rows<Item>

    /// Creates a list.
    public init(_ items: Rows<Item>) { self.items = items }

    /// Creates a list.
    public init(_ items: [Item]) { self.items = Rows(items) }

    /// Creates a list that makes an item for each element of a collection, on demand.
    public init<Data: RandomAccessCollection & Sendable>(
        _ data: Data, item: @escaping @Sendable (Data.Element) -> Item
    ) where Data.Index: Sendable {
        items = Rows(data, row: item)
    }

    /// The list as an element.
    public var elements: [PageElement] { [.list(self)] }
}

/// The rows of a table or a list, stored or made on demand.
///
/// A page with any number of rows opens immediately, because a navigator requests only the rows that it displays.
public struct Rows<Row: Codable & Equatable & Sendable>: Sendable {
    private enum Storage: Sendable {
        case made([Row])
        case lazy(count: Int, make: @Sendable (Int) -> Row)
    }

    private let storage: Storage

    /// Creates rows from an array.
    public init(_ rows: [Row]) { storage = .made(rows) }

    /// Creates rows that a closure makes on demand from their indexes, which start at 0; equal indexes must give equal
    /// rows.
    ///
    /// - Parameters:
    ///   - count: the number of rows; a negative number counts as 0.
    ///   - row: makes the row with an index, from 0.
    public init(count: Int, row: @escaping @Sendable (Int) -> Row) {
        storage = .lazy(count: Swift.max(count, 0), make: row)
    }

    /// Creates one row for each element of a collection, on demand.
    public init<Data: RandomAccessCollection & Sendable>(
        _ data: Data, row: @escaping @Sendable (Data.Element) -> Row
    ) where Data.Index: Sendable {
        self.init(count: data.count) { row(data[data.index(data.startIndex, offsetBy: $0)]) }
    }
}

extension Rows: RandomAccessCollection {
    /// The index of the first row, 0.
    public var startIndex: Int { 0 }

    /// The number of rows.
    public var endIndex: Int {
        switch storage {
        case .made(let rows): rows.count
        case .lazy(let count, _): count
        }
    }

    /// The row at an index, from 0.
    public subscript(place: Int) -> Row {
        switch storage {
        case .made(let rows):
            return rows[place]
        case .lazy(let count, let make):
            precondition((0..<count).contains(place), "row \(place) is out of range; the list has \(count) rows")
            return make(place)
        }
    }
}

extension Rows: Equatable {
    /// Returns whether two values have equal rows; rows on demand are made only up to the first difference.
    public static func == (first: Rows, second: Rows) -> Bool { first.elementsEqual(second) }
}

extension Rows: ExpressibleByArrayLiteral {
    /// Creates rows from an array literal.
    public init(arrayLiteral rows: Row...) { self.init(rows) }
}

extension Rows: Codable {
    /// Decodes an array of rows.
    /// - Throws: `DecodingError` if the value is not an array, or the error of a row.
    public init(from decoder: any Decoder) throws { self.init(try [Row](from: decoder)) }

    /// Encodes an array with all rows.
    /// - Throws: the error of the encoder or of a row.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for row in self { try container.encode(row) }
    }
}
