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
