@_spi(Host) import ModuleKit

/// A value of a column, as SQLite stores it.
enum ColumnValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A type that is stored as one SQLite value.
protocol ColumnScalar: Codable {
    static var declaration: String { get }
    /// The value as it is stored; `nil` if SQLite cannot represent it.
    var columnValue: ColumnValue? { get }
    /// Reads the value of a column in the current row; `nil` if the value is of another kind or out of range.
    init?(_ row: Statement, at place: Int)
}

extension ColumnScalar where Self: FixedWidthInteger {
    static var declaration: String { "INTEGER" }
    var columnValue: ColumnValue? { Int64(exactly: self).map { .integer($0) } }

    init?(_ row: Statement, at place: Int) {
        guard row.kind(at: place) == SQLite.integer else { return nil }
        self.init(exactly: row.integer(at: place))
    }
}

extension Int: ColumnScalar {}
extension Int8: ColumnScalar {}
extension Int16: ColumnScalar {}
extension Int32: ColumnScalar {}
extension Int64: ColumnScalar {}
extension UInt: ColumnScalar {}
extension UInt8: ColumnScalar {}
extension UInt16: ColumnScalar {}
extension UInt32: ColumnScalar {}
extension UInt64: ColumnScalar {}

extension Bool: ColumnScalar {
    static var declaration: String { "INTEGER" }
    var columnValue: ColumnValue? { .integer(self ? 1 : 0) }

    init?(_ row: Statement, at place: Int) {
        guard row.kind(at: place) == SQLite.integer else { return nil }
        self = row.integer(at: place) != 0
    }
}

extension Double: ColumnScalar {
    static var declaration: String { "REAL" }
    /// `nil` for NaN, for which SQLite would store NULL.
    var columnValue: ColumnValue? { isNaN ? nil : .real(self) }

    init?(_ row: Statement, at place: Int) {
        // A column without a type keeps a whole number as an integer.
        guard [SQLite.real, SQLite.integer].contains(row.kind(at: place)) else { return nil }
        self = row.real(at: place)
    }
}

extension Float: ColumnScalar {
    static var declaration: String { "REAL" }
    var columnValue: ColumnValue? { Double(self).columnValue }

    init?(_ row: Statement, at place: Int) {
        guard let value = Double(row, at: place) else { return nil }
        self = Float(value)
    }
}

extension String: ColumnScalar {
    static var declaration: String { "TEXT" }
    var columnValue: ColumnValue? { .text(self) }

    init?(_ row: Statement, at place: Int) {
        guard row.kind(at: place) == SQLite.text else { return nil }
        self = row.text(at: place)
    }
}

extension [UInt8]: ColumnScalar {
    static var declaration: String { "BLOB" }
    var columnValue: ColumnValue? { .blob(self) }

    init?(_ row: Statement, at place: Int) {
        guard row.kind(at: place) == SQLite.blob else { return nil }
        self = Array(row.bytes(at: place))
    }
}
