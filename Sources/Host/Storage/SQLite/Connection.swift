import Glibc
@_spi(Host) import ModuleKit
import Platform

/// An open database file; only one thread uses it at a time.
final class Connection {
    /// The longest wait of an operation for another process, in seconds.
    private static let busySeconds = 5
    private static let statementLimit = 100

    let library: SQLiteLibrary
    private let handle: SQLiteLibrary.Handle
    let path: String
    private var statements: [String: Statement] = [:]

    /// Opens an existing database file; no link is followed.
    init(path: String) throws(StorageError) {
        library = try SQLiteLibrary()
        self.path = path
        var opened: SQLiteLibrary.Handle?
        let code = library.open(path, &opened, SQLite.openFlags, nil)
        guard let handle = opened else { throw StorageError(.inaccessible(path: path, reason: "SQLite has no memory")) }
        self.handle = handle
        if code == 0 { _ = library.setBusyTimeout(handle, CInt(Self.busySeconds * 1_000)) }
        try check(code)
    }

    deinit {
        statements = [:]
        _ = library.close(handle)
    }

    var isInTransaction: Bool { library.isAutocommit(handle) == 0 }

    /// The number of rows that the last statement changed.
    var changes: Int { Int(library.changes(handle)) }

    func execute(_ sql: String, _ values: [ColumnValue] = []) throws(StorageError) {
        _ = try rows(sql, values) { _ in }
    }

    func rows<Value>(
        _ sql: String, _ values: [ColumnValue] = [], _ read: (Statement) throws(StorageError) -> Value
    ) throws(StorageError) -> [Value] {
        let statement = try statement(sql)
        defer { statement.finish() }
        for (place, value) in values.enumerated() { try statement.bind(value, at: place) }
        var rows: [Value] = []
        while try statement.step() { rows.append(try read(statement)) }
        return rows
    }

    /// Returns the number in the first column of a statement's first row, or 0 if there is no row.
    func number(_ sql: String, _ values: [ColumnValue] = []) throws(StorageError) -> Int {
        try rows(sql, values) { (row) throws(StorageError) in row.integer(at: 0) }.first.map { Int($0) } ?? 0
    }

    /// Returns the prepared statement for an SQL text; call `finish()` after each use of the statement.
    func statement(_ sql: String) throws(StorageError) -> Statement {
        if let known = statements[sql] { return known }
        var prepared: SQLiteLibrary.Handle?
        try check(library.prepare(handle, sql, -1, SQLite.persistent, &prepared, nil))
        guard let prepared else { throw StorageError(.failed(code: 0, reason: "an empty statement")) }
        let statement = Statement(prepared, of: self)
        if statements.count >= Self.statementLimit { statements = [:] }
        statements[sql] = statement
        return statement
    }

    func check(_ code: CInt) throws(StorageError) {
        guard code != 0, code != SQLite.row, code != SQLite.done else { return }
        throw error(of: code)
    }

    private func error(of code: CInt) -> StorageError {
        let reason = PlainText.line(library.message(handle).map { String(cString: $0) } ?? "", limit: 200)
        // SQLite's message about a violated constraint ends with "Table.column".
        let column = reason.split(separator: " ").last.map(String.init) ?? ""
        switch code & 0xFF {
        case 5, 6: return StorageError(.busy(path: path, seconds: Self.busySeconds))
        case 8, 14: return StorageError(.inaccessible(path: path, reason: reason))
        case 10:
            let number = library.systemError(handle)
            if [ENOSPC, EDQUOT, EFBIG].contains(number) { return StorageError(.full(path: path)) }
            return StorageError(.inaccessible(path: path, reason: number == 0 ? reason : "\(FileError.system(number))"))
        case 11, 26: return StorageError(.damaged(path: path, reason: reason))
        case 13: return StorageError(.full(path: path))
        case 19 where code == 1_299:
            return StorageError(
                .unwritable(column: column, reason: "the record does not encode it; give it a coding key"))
        case 19 where [1_555, 2_067, 2_579].contains(code):
            return StorageError(.duplicate(table: String(column.prefix { $0 != "." })))
        default: return StorageError(.failed(code: Int(code), reason: reason))
        }
    }
}

/// A prepared statement with its current row.
final class Statement {
    private let library: SQLiteLibrary
    private let handle: SQLiteLibrary.Handle
    /// The connection, which owns the statement. Nobody uses the statement after the connection is released.
    private unowned let connection: Connection

    init(_ handle: SQLiteLibrary.Handle, of connection: Connection) {
        self.handle = handle
        self.connection = connection
        library = connection.library
    }

    deinit { _ = library.finalize(handle) }

    /// Moves to the next row, and returns whether there is one.
    func step() throws(StorageError) -> Bool {
        let code = library.step(handle)
        if code == SQLite.row { return true }
        try connection.check(code)
        return false
    }

    /// Resets the statement and its parameters for the next use.
    func finish() {
        _ = library.reset(handle)
        _ = library.clearBindings(handle)
    }

    /// Sets the value of a parameter; the first parameter has the place 0.
    func bind(_ value: ColumnValue, at place: Int) throws(StorageError) {
        let number = CInt(place + 1)
        switch value {
        case .null: break
        case .integer(let value): try connection.check(library.bindInteger(handle, number, value))
        case .real(let value): try connection.check(library.bindReal(handle, number, value))
        case .text(var text):
            let code = text.withUTF8 { Self.bind($0, library.bindText, handle, number) }
            try connection.check(code)
        case .blob(let bytes):
            let code = bytes.withUnsafeBufferPointer { Self.bind($0, library.bindBlob, handle, number) }
            try connection.check(code)
        }
    }

    private static func bind(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ bind: @convention(c) (SQLiteLibrary.Handle, CInt, UnsafeRawPointer, CInt, Int) -> CInt,
        _ handle: SQLiteLibrary.Handle, _ number: CInt
    ) -> CInt {
        let tooLong: CInt = 18
        guard let count = CInt(exactly: bytes.count) else { return tooLong }
        // A null address would mean NULL instead of an empty value.
        guard let start = bytes.baseAddress else {
            return withUnsafeBytes(of: 0) { bind(handle, number, $0.baseAddress ?? .init(handle), 0, -1) }
        }
        return bind(handle, number, start, count, -1)
    }

    /// Returns the kind of a value in the current row, as a constant of `SQLite`.
    func kind(at place: Int) -> CInt { library.columnType(handle, CInt(place)) }

    func integer(at place: Int) -> Int64 { library.columnInteger(handle, CInt(place)) }

    func real(at place: Int) -> Double { library.columnReal(handle, CInt(place)) }

    /// Returns the bytes of a text or blob, which are valid until the next row.
    func bytes(at place: Int) -> UnsafeBufferPointer<UInt8> {
        let start = library.columnBlob(handle, CInt(place))
        let count = Int(library.columnByteCount(handle, CInt(place)))
        return UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    func text(at place: Int) -> String { String(decoding: bytes(at: place), as: UTF8.self) }
}
