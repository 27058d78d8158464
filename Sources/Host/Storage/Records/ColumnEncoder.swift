import FoundationEssentials
@_spi(Host) import ModuleKit

/// An encoder of a property for its column: as one SQLite value if it encodes as a single value, otherwise as JSON.
final class ColumnEncoder: Encoder, SingleValueEncodingContainer {
    private(set) var value = ColumnValue.null
    /// Whether the value is stored as JSON, which a condition can compare only for equality.
    private(set) var isStructure = false
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    /// A wrapper that makes `JSONEncoder` call the value's `encode(to:)`. Without the wrapper, `JSONEncoder` would
    /// write some types, such as `URL`, in another form, which the type's `init(from:)` does not understand.
    private struct OwnEncoding: Encodable {
        let value: any Encodable
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    fileprivate init() {}

    /// Encodes a value; throws `StorageError` (`unwritable`) with the column's name.
    init(_ value: some Encodable, of column: @autoclosure () -> String) throws(StorageError) {
        do {
            try encode(value)
            guard isStructure else { return }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            self.value = .text(String(decoding: try encoder.encode(OwnEncoding(value: value)), as: UTF8.self))
        } catch {
            throw StorageError(.unwritable(column: column(), reason: error.inWords))
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        isStructure = true
        return KeyedEncodingContainer(EncodingContainer(row: nil))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        isStructure = true
        return EncodingContainer<NoKey>(row: nil)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { value = .null }

    func encode(_ value: some Encodable) throws {
        guard let scalar = value as? any ColumnScalar else { return try value.encode(to: self) }
        guard let stored = scalar.columnValue else {
            throw DescribedError(description: "\(value) is not a number from −2⁶³ to 2⁶³ − 1")
        }
        self.value = stored
    }
}

/// An encoder that binds the properties of a record to the parameters of a statement.
final class RowEncoder: Encoder {
    private let statement: Statement
    private var columns: ColumnCursor
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private init(_ statement: Statement, _ shape: RecordShape) {
        self.statement = statement
        columns = ColumnCursor(shape)
    }

    /// Binds a record to the parameters of a statement, which has one parameter for each column, in the order of the
    /// shape.
    static func bind(_ record: some Record, to statement: Statement, _ shape: RecordShape) throws(StorageError) {
        do {
            try record.encode(to: RowEncoder(statement, shape))
        } catch {
            throw error as? StorageError ?? StorageError(.unwritable(column: shape.table, reason: error.inWords))
        }
    }

    fileprivate func bind(_ value: some Encodable, _ name: String) throws {
        let place = try columns.place(of: name)
        try statement.bind(ColumnEncoder(value, of: columns.fullName(at: place)).value, at: place)
    }

    /// Binds a value whose type the compiler knows to be a `ColumnScalar`, without a cast at run time.
    @inline(__always) fileprivate func bind(scalar value: some ColumnScalar, _ name: String) throws {
        guard let stored = value.columnValue else { return try bind(value, name) }
        try statement.bind(stored, at: columns.place(of: name))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(EncodingContainer(row: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { ColumnEncoder().unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { ColumnEncoder() }
}

private enum NoKey: CodingKey {}

/// A container of values. It binds the values of a row. It ignores the values in a structure, because `JSONEncoder`
/// encodes the structure.
private struct EncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol, UnkeyedEncodingContainer {
    let row: RowEncoder?
    let codingPath: [any CodingKey] = []
    var count: Int { 0 }

    func encodeNil() {}
    func encodeNil(forKey key: Key) {}
    func encode(_ value: some Encodable) {}
    func encode(_ value: some Encodable, forKey key: Key) throws { try row?.bind(value, key.stringValue) }
    func encode(_ value: some ColumnScalar, forKey key: Key) throws { try row?.bind(scalar: value, key.stringValue) }

    func superEncoder() -> any Encoder { ColumnEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { ColumnEncoder() }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { EncodingContainer<NoKey>(row: nil) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { nestedUnkeyedContainer() }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(EncodingContainer<Nested>(row: nil))
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { nestedContainer(keyedBy: type) }
}
