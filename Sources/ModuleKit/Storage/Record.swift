@_spi(Host) import Mediator

/// A struct whose values are rows of a table with the type's name.
///
/// Each stored property is a column of its own name; the coding keys have the names of the stored properties. Numbers,
/// `Bool`, `String`, `[UInt8]`, and types that encode as one of them have columns of these kinds, an optional may be
/// absent, and any other `Codable` value is stored as JSON. `id`, which is always there, is the primary key.
///
/// ```swift
/// struct Home: Record {
///     let id: Int
///     var city: String
///     var rent: Double
///     var note: String?
///     static var indexes: [RecordIndex<Home>] { [RecordIndex(\.city, \.rent)] }
/// }
/// ```
///
/// A new optional property adds its column by itself. For any other change of the stored properties give the type
/// another `table`, keep the earlier type, and move its records in a transaction of `start()`.
public protocol Record: Codable, Sendable, Identifiable where ID: Codable & Sendable {
    /// The table's name: 1 to 128 bytes; the type's name by default.
    static var table: String { get }

    /// The indexes, which make queries by their columns fast; none by default. An index that was declared once stays.
    static var indexes: [RecordIndex<Self>] { get }
}

extension Record {
    /// The type's name.
    public static var table: String { String(describing: Self.self) }
    /// No indexes.
    public static var indexes: [RecordIndex<Self>] { [] }
}

/// An index over columns, the most important first.
public struct RecordIndex<Kind: Record>: Sendable {
    /// The columns.
    @_spi(Host) public let columns: [any PartialKeyPath<Kind> & Sendable]

    /// Creates an index over stored properties.
    public init(_ columns: (any PartialKeyPath<Kind> & Sendable)...) { self.columns = columns }
}

/// The records of one type that satisfy a condition, in an order.
///
/// ```swift
/// let homes = try await storage.records(Home.self)
///     .where(\.rent <= 3_000 && \.city == "上海").sorted(by: \.rent, .descending).limit(20).all()
/// ```
public struct Records<Kind: Record>: Sendable {
    /// The direction of an order.
    public enum Order: Sendable {
        /// The smallest first.
        case ascending
        /// The largest first.
        case descending
    }

    private let source: StorageSource
    private var query = RecordQuery<Kind>()

    init(source: StorageSource) { self.source = source }

    /// Returns the records that satisfy a condition too.
    public func `where`(_ condition: RecordCondition<Kind>) -> Records {
        var records = self
        records.query.condition = query.condition.map { $0 && condition } ?? condition
        return records
    }

    /// Returns the records in the order of a stored property; further calls order those that are equal.
    public func sorted(by column: any PartialKeyPath<Kind> & Sendable, _ order: Order = .ascending) -> Records {
        var records = self
        records.query.order.append((column, order == .descending))
        return records
    }

    /// Returns at most so many of the records, after skipping the first ones; negative numbers count as 0.
    public func limit(_ count: Int, skipping skipped: Int = 0) -> Records {
        var records = self
        records.query.limit = max(0, count)
        records.query.skipped = max(0, skipped)
        return records
    }

    /// Returns the records; an order that is not stated is undefined.
    /// - Throws: `StorageError`, such as `column` for a key path that leads to no column, `schema` or `unreadable`.
    public func all() async throws(StorageError) -> [Kind] { try await source.backend().records.fetch(query) }

    /// Returns the first record, `nil` if there is none.
    /// - Throws: `StorageError` as `all()`.
    public func first() async throws(StorageError) -> Kind? {
        try await limit(min(query.limit ?? 1, 1), skipping: query.skipped).all().first
    }

    /// Returns the number of records.
    /// - Throws: `StorageError` as `all()`.
    public func count() async throws(StorageError) -> Int { try await source.backend().records.count(query) }

    /// Returns the records as a live value, which has the new ones after each commit of this process.
    ///
    /// It has those of another process, such as a second shell of the user, after the next operation on records in this
    /// process. It follows the table as long as it is kept. After an error it keeps its value. Its observers run on the
    /// storage's thread, which their work holds up.
    /// - Throws: `StorageError` as `all()`.
    public func observed() async throws(StorageError) -> Live<[Kind]> {
        try await source.backend().records.observe(query)
    }

    /// Removes the records, and returns their number.
    /// - Throws: `StorageError`, such as `column` or `busy`.
    @discardableResult
    public func delete() async throws(StorageError) -> Int { try await source.backend().records.delete(query) }

    /// Inserts a record.
    /// - Throws: `StorageError` (`duplicate`) if the table has its `id`.
    public func insert(_ record: Kind) async throws(StorageError) { try await insert([record]) }

    /// Inserts records, all or none.
    /// - Throws: `StorageError` (`duplicate`) if the table has the `id` of one.
    public func insert(_ records: [Kind]) async throws(StorageError) {
        try await source.backend().records.insert(records, replacing: false)
    }

    /// Inserts a record, or replaces the one with its `id`.
    /// - Throws: `StorageError`, such as `unwritable`, `schema` or `full`.
    public func upsert(_ record: Kind) async throws(StorageError) { try await upsert([record]) }

    /// Inserts records, or replaces those with their `id`s, all or none.
    /// - Throws: `StorageError` as for one record.
    public func upsert(_ records: [Kind]) async throws(StorageError) {
        try await source.backend().records.insert(records, replacing: true)
    }

    /// Replaces the record with the `id` of this one, and returns whether there was one.
    /// - Throws: `StorageError`, such as `unwritable`, `schema` or `full`.
    @discardableResult
    public func update(_ record: Kind) async throws(StorageError) -> Bool {
        try await source.backend().records.update(record)
    }
}

/// The parts of a query.
@_spi(Host) public struct RecordQuery<Kind: Record>: Sendable {
    /// The condition; `nil` for all records.
    public internal(set) var condition: RecordCondition<Kind>?
    /// The columns of the order, the most important first.
    public internal(set) var order: [(column: any PartialKeyPath<Kind> & Sendable, isDescending: Bool)] = []
    /// The largest number of records; `nil` for no limit.
    public internal(set) var limit: Int?
    /// The number of records to skip.
    public internal(set) var skipped = 0
}
