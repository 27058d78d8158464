@_spi(Host) import Mediator

/// A struct whose values are stored as rows of a table; by default, the table has the type's name.
///
/// Each stored property is a column with the same name; the coding keys must be the names of the stored properties.
/// Numbers, `Bool`, `String`, `[UInt8]`, and types that encode as one of them are stored unchanged, any other `Codable`
/// value as JSON. The value of an optional property may be absent. `id`, which is always present, is the primary key.
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
/// A new optional property adds its column automatically. For any other change of the stored properties, give the type
/// a new `table`, keep the earlier type, and move its records to the new type in a transaction of `start()`.
public protocol Record: Codable, Sendable, Identifiable where ID: Codable & Sendable {
    /// The table's name: 1 to 128 bytes; the type's name by default.
    static var table: String { get }

    /// The indexes that make queries by their columns fast; none by default. A declared index is never removed.
    static var indexes: [RecordIndex<Self>] { get }
}

extension Record {
    /// The type's name.
    public static var table: String { String(describing: Self.self) }
    /// No indexes.
    public static var indexes: [RecordIndex<Self>] { [] }
}

/// An index of a table over columns, the most important first.
public struct RecordIndex<Kind: Record>: Sendable {
    /// The columns.
    @_spi(Host) public let columns: [any PartialKeyPath<Kind> & Sendable]

    /// Creates an index over stored properties.
    public init(_ columns: (any PartialKeyPath<Kind> & Sendable)...) { self.columns = columns }
}

/// A query for the records of one type that satisfy a condition, in an order.
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

    /// Returns the query with a further condition, which the records must also satisfy.
    public func `where`(_ condition: RecordCondition<Kind>) -> Records {
        var records = self
        records.query.condition = query.condition.map { $0 && condition } ?? condition
        return records
    }

    /// Returns the query sorted by a stored property; a further call sorts the records that are equal so far.
    public func sorted(by column: any PartialKeyPath<Kind> & Sendable, _ order: Order = .ascending) -> Records {
        var records = self
        records.query.order.append((column, order == .descending))
        return records
    }

    /// Returns the query limited to `count` records after the first `skipped` ones; negative numbers count as 0.
    public func limit(_ count: Int, skipping skipped: Int = 0) -> Records {
        var records = self
        records.query.limit = max(0, count)
        records.query.skipped = max(0, skipped)
        return records
    }

    /// Returns the records; without `sorted(by:)`, their order is undefined.
    /// - Throws: `StorageError`, such as `column` for a key path without a column, `schema` or `unreadable`.
    public func all() async throws(StorageError) -> [Kind] { try await source.backend().records.fetch(query) }

    /// Returns the first record; `nil` if there is none.
    /// - Throws: `StorageError` like `all()`.
    public func first() async throws(StorageError) -> Kind? {
        try await limit(min(query.limit ?? 1, 1), skipping: query.skipped).all().first
    }

    /// Returns the number of records.
    /// - Throws: `StorageError` like `all()`.
    public func count() async throws(StorageError) -> Int { try await source.backend().records.count(query) }

    /// Returns the records as a live value, which is updated after each commit of this process.
    ///
    /// A commit of another process, such as the user's second shell, appears after this process's next operation on
    /// records. The value is updated as long as it is referenced. After an error, it keeps its last records. Its
    /// observers run on the storage's thread, where they delay other operations.
    /// - Throws: `StorageError` like `all()`.
    public func observed() async throws(StorageError) -> Live<[Kind]> {
        try await source.backend().records.observe(query)
    }

    /// Removes the records, and returns the number of removed records.
    /// - Throws: `StorageError`, such as `column` or `busy`.
    @discardableResult
    public func delete() async throws(StorageError) -> Int { try await source.backend().records.delete(query) }

    /// Inserts a record.
    /// - Throws: `StorageError` (`duplicate`) if the table already has a record with the same `id`.
    public func insert(_ record: Kind) async throws(StorageError) { try await insert([record]) }

    /// Inserts records, all or none.
    /// - Throws: `StorageError` (`duplicate`) if the table has a record with one of the `id`s.
    public func insert(_ records: [Kind]) async throws(StorageError) {
        try await source.backend().records.insert(records, replacing: false)
    }

    /// Inserts a record, or replaces the record with the same `id`.
    /// - Throws: `StorageError`, such as `unwritable`, `schema` or `full`.
    public func upsert(_ record: Kind) async throws(StorageError) { try await upsert([record]) }

    /// Inserts records, or replaces the records with the same `id`s, all or none.
    /// - Throws: `StorageError` like `upsert` of one record.
    public func upsert(_ records: [Kind]) async throws(StorageError) {
        try await source.backend().records.insert(records, replacing: true)
    }

    /// Replaces the record that has the same `id`, and returns whether there was such a record.
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
    /// The maximum number of records; `nil` for no limit.
    public internal(set) var limit: Int?
    /// The number of records to skip.
    public internal(set) var skipped = 0
}
