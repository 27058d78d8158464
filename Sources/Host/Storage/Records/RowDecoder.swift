import FoundationEssentials
@_spi(Host) import ModuleKit

/// A decoder that converts each row of a statement to a record.
final class RowDecoder: Decoder {
    fileprivate let row: Statement
    fileprivate var columns: ColumnCursor
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ row: Statement, _ shape: RecordShape) {
        self.row = row
        columns = ColumnCursor(shape)
    }

    func record<Kind: Record>(_ type: Kind.Type) throws(StorageError) -> Kind {
        do {
            return try Kind(from: self)
        } catch {
            throw error as? StorageError ?? StorageError(.unreadable(column: Kind.table, reason: error.inWords))
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RowContainer(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw notKeyed }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw notKeyed }

    fileprivate var notKeyed: StorageError {
        StorageError(.record(type: columns.shape.type, reason: "its stored properties are not decoded by their names"))
    }

    fileprivate func isNull(_ place: Int) -> Bool { row.kind(at: place) == SQLite.null }

    /// Returns the value of a column as a type that the compiler knows to be a `ColumnScalar`, without a cast at run
    /// time.
    @inline(__always) fileprivate func scalar<Value: ColumnScalar>(at place: Int) throws -> Value {
        if let value = Value(row, at: place) { return value }
        throw mismatch(Value.self, place)
    }

    private func mismatch(_ type: Any.Type, _ place: Int) -> StorageError {
        StorageError(
            .unreadable(
                column: columns.fullName(at: place),
                reason: "it is not of type \(type) like other values of the column; correct the row"))
    }

    fileprivate func value<Value: Decodable>(_ type: Value.Type, at place: Int) throws -> Value {
        if let scalar = type as? any ColumnScalar.Type {
            if let value = scalar.init(row, at: place) as? Value { return value }
            throw mismatch(type, place)
        }
        do {
            return try Value(from: ColumnDecoder(decoder: self, place: place))
        } catch {
            throw error as? StorageError
                ?? StorageError(.unreadable(column: columns.fullName(at: place), reason: error.inWords))
        }
    }
}

private struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: RowDecoder
    let codingPath: [any CodingKey] = []

    var allKeys: [Key] { decoder.columns.shape.columns.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { (try? place(key)) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try decoder.isNull(place(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.value(type, at: place(key))
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let place = try place(key)
        return decoder.isNull(place) ? nil : try decoder.value(type, at: place)
    }

    func decode<Value: ColumnScalar>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.scalar(at: place(key))
    }

    func decodeIfPresent<Value: ColumnScalar>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let place = try place(key)
        return decoder.isNull(place) ? nil : try decoder.scalar(at: place)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw decoder.notKeyed }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw decoder.notKeyed }
    func superDecoder() throws -> any Decoder { throw decoder.notKeyed }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.notKeyed }

    private func place(_ key: Key) throws(StorageError) -> Int { try decoder.columns.place(of: key.stringValue) }
}

/// A decoder of one column, which reads the column's value or the JSON in it.
private struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
    let decoder: RowDecoder
    let place: Int
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try json().container(keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try json().unkeyedContainer() }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { decoder.isNull(place) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type, at: place) }

    /// A type whose `init(from:)` only stores the decoder, which can then decode the JSON in the column.
    private struct JSON: Decodable {
        let decoder: any Decoder
        init(from decoder: any Decoder) { self.decoder = decoder }
    }

    private func json() throws -> any Decoder {
        try JSONDecoder().decode(JSON.self, from: Data(decoder.row.text(at: place).utf8)).decoder
    }
}
