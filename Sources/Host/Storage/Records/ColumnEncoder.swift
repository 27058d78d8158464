import FoundationEssentials
@_spi(Host) import ModuleKit

/// The form of any encodable value in a column.
struct EncodedColumn {
    let value: ColumnValue
    /// Whether the value is the JSON of several values, which has no order.
    let isStructure: Bool

    /// Encodes a value: as one value of SQLite if it encodes as one, as JSON otherwise.
    ///
    /// - Throws: `StorageError.unwritable` with the column's name.
    init<Value: Encodable>(_ value: Value, of column: @autoclosure () -> String) throws(StorageError) {
        if let scalar = value as? any ColumnScalar {
            guard let stored = scalar.columnValue else {
                throw .unwritable(column: column(), reason: "\(value) is no number from −2⁶³ to 2⁶³ − 1")
            }
            (self.value, isStructure) = (stored, false)
            return
        }
        do {
            let encoder = ScalarEncoder()
            try value.encode(to: encoder)
            isStructure = encoder.isStructure
            self.value = isStructure ? .text(try Self.json(of: value)) : encoder.value
        } catch let error as StorageError {
            throw error
        } catch {
            throw .unwritable(column: column(), reason: "\(error)")
        }
    }

    private static func json(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// An encoder that takes one value, and notes whether it was given a structure.
private final class ScalarEncoder: Encoder, SingleValueEncodingContainer {
    var value = ColumnValue.null
    var isStructure = false
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        isStructure = true
        return KeyedEncodingContainer(DiscardingKeyed(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        isStructure = true
        return DiscardingUnkeyed(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { value = .null }

    func encode<Value: Encodable>(_ value: Value) throws {
        let column = try EncodedColumn(value, of: "\(Value.self)")
        self.value = column.value
        if column.isStructure { isStructure = true }
    }
}

/// Containers for a structure, which JSON takes a second time.
private struct DiscardingKeyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ScalarEncoder
    let codingPath: [any CodingKey] = []

    func encodeNil(forKey key: Key) {}
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) {}
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder.container(keyedBy: type) }
}

private struct DiscardingUnkeyed: UnkeyedEncodingContainer {
    let encoder: ScalarEncoder
    let codingPath: [any CodingKey] = []
    let count = 0

    func encodeNil() {}
    func encode<Value: Encodable>(_ value: Value) {}
    func superEncoder() -> any Encoder { encoder }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.container(keyedBy: type)
    }
}

/// An encoder that binds the properties of a record to the parameters of a statement.
final class RowEncoder: Encoder {
    private let statement: Statement
    private var columns: ColumnCursor
    private let type: String
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private init(_ statement: Statement, _ shape: RecordShape) {
        self.statement = statement
        columns = ColumnCursor(shape)
        type = shape.type
    }

    /// Binds a record to the parameters of a statement, which has one for each column in the order of the shape.
    static func bind(_ record: some Record, to statement: Statement, _ shape: RecordShape) throws(StorageError) {
        do {
            try record.encode(to: RowEncoder(statement, shape))
        } catch let error as StorageError {
            throw error
        } catch {
            throw .unwritable(column: shape.table, reason: "\(error)")
        }
    }

    fileprivate func bind<Value: Encodable>(_ value: Value, _ name: String) throws {
        guard let place = columns.place(of: name) else {
            throw StorageError.record(type: type, reason: RecordShape.foreignKey(name))
        }
        try statement.bind(EncodedColumn(value, of: columns.fullName(at: place)).value, at: place)
    }

    /// Binds a value whose type is known to be one of SQLite's: no type is looked up.
    @inline(__always) fileprivate func bind(scalar value: some ColumnScalar, _ name: String) throws {
        guard let stored = value.columnValue, let place = columns.place(of: name) else {
            return try bind(value, name)
        }
        try statement.bind(stored, at: place)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(RowContainer(row: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { DiscardingUnkeyed(encoder: ScalarEncoder()) }
    func singleValueContainer() -> any SingleValueEncodingContainer { ScalarEncoder() }
}

private struct RowContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let row: RowEncoder
    let codingPath: [any CodingKey] = []

    func encodeNil(forKey key: Key) {}
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try row.bind(value, key.stringValue) }
    func encode(_ value: Int, forKey key: Key) throws { try row.bind(scalar: value, key.stringValue) }
    func encode(_ value: Bool, forKey key: Key) throws { try row.bind(scalar: value, key.stringValue) }
    func encode(_ value: Double, forKey key: Key) throws { try row.bind(scalar: value, key.stringValue) }
    func encode(_ value: String, forKey key: Key) throws { try row.bind(scalar: value, key.stringValue) }
    func superEncoder() -> any Encoder { ScalarEncoder() }
    func superEncoder(forKey key: Key) -> any Encoder { ScalarEncoder() }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        DiscardingUnkeyed(encoder: ScalarEncoder())
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(DiscardingKeyed(encoder: ScalarEncoder())) }
}
