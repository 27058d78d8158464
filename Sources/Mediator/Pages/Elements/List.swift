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

/// The rows of a table or a list: there already, or made when they are shown.
///
/// A page of any length opens at once, since a navigator asks for the rows only that it shows.
public struct Rows<Row: Codable & Equatable & Sendable>: Sendable {
    private enum Storage: Sendable {
        case made([Row])
        case lazy(count: Int, make: @Sendable (Int) -> Row)
    }

    private let storage: Storage

    /// Takes rows that are there.
    public init(_ rows: [Row]) { storage = .made(rows) }

    /// Promises rows, each made by its place, from 0, whenever it is asked for; the same place gives the same row.
    ///
    /// - Parameter count: how many there are; a negative number is none.
    public init(count: Int, row: @escaping @Sendable (Int) -> Row) {
        storage = .lazy(count: Swift.max(count, 0), make: row)
    }

    /// Promises a row for each element of a collection.
    public init<Data: RandomAccessCollection & Sendable>(
        _ data: Data, row: @escaping @Sendable (Data.Element) -> Row
    ) where Data.Index: Sendable {
        self.init(count: data.count) { row(data[data.index(data.startIndex, offsetBy: $0)]) }
    }
}

extension Rows: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }

    /// How many rows there are.
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
    /// Whether both have the same rows; each of them is made for that.
    public static func == (first: Rows, second: Rows) -> Bool { first.elementsEqual(second) }
}

extension Rows: ExpressibleByArrayLiteral {
    /// Takes rows that are there.
    public init(arrayLiteral rows: Row...) { self.init(rows) }
}

extension Rows: Codable {
    /// Decodes an array of rows.
    public init(from decoder: any Decoder) throws { self.init(try [Row](from: decoder)) }

    /// Encodes an array with all rows.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for row in self { try container.encode(row) }
    }
}
