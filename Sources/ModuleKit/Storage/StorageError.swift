@_spi(Host) public import Mediator

/// The reason why an operation of a storage failed; its text ends with the remedy.
public struct StorageError: Error, Sendable, Equatable {
    /// A kind of error.
    public typealias Code = ErrorCode<StorageError>

    /// The kind of the error, with the values of its text.
    @_spi(Host) public let reason: Reason

    /// Creates an error with a reason.
    @_spi(Host) public init(_ reason: Reason) { self.reason = reason }

    /// The kind of the error.
    public var code: Code { Code(caseOf: reason) }
}

extension ErrorCode<StorageError> {
    /// The storage is unavailable now, such as while the host only reads a plugin's declarations.
    public static var unavailable: Self { Self("unavailable") }
    /// The module has stopped.
    public static var closed: Self { Self("closed") }
    /// The system's SQLite cannot be used.
    public static var noSQLite: Self { Self("noSQLite") }
    /// A name or key is not allowed.
    public static var invalidName: Self { Self("invalidName") }
    /// Other users may read or write a file or folder.
    public static var exposed: Self { Self("exposed") }
    /// The system refused access to a file.
    public static var inaccessible: Self { Self("inaccessible") }
    /// A file is longer than the limit.
    public static var tooLarge: Self { Self("tooLarge") }
    /// No space is left on the disk or in the user's quota; earlier data is intact.
    public static var full: Self { Self("full") }
    /// Another process, or a transaction of this module, has locked the records for longer than the limit.
    public static var busy: Self { Self("busy") }
    /// A file is damaged and was set aside; the next operation starts without its content.
    public static var damaged: Self { Self("damaged") }
    /// A setting does not have the requested type.
    public static var setting: Self { Self("setting") }
    /// A type cannot be a record.
    public static var record: Self { Self("record") }
    /// A key path does not lead to a stored property, or leads to a property whose values have no order.
    public static var column: Self { Self("column") }
    /// A record's stored properties differ from the columns of its table, which another version of the module made.
    public static var schema: Self { Self("schema") }
    /// A value cannot be stored in its column.
    public static var unwritable: Self { Self("unwritable") }
    /// A stored value does not have the column's type.
    public static var unreadable: Self { Self("unreadable") }
    /// The table already has a record with the `id`.
    public static var duplicate: Self { Self("duplicate") }
    /// A transaction was begun within another transaction.
    public static var nestedTransaction: Self { Self("nestedTransaction") }
    /// An operation belongs to a transaction that has ended.
    public static var transactionOver: Self { Self("transactionOver") }
    /// Any other error of SQLite.
    public static var failed: Self { Self("failed") }
}

extension StorageError {
    /// The kinds of errors, with the values for their texts: limits in bytes, times in seconds, and the command that
    /// changes the permissions of an exposed file.
    @_spi(Host) public enum Reason: Sendable, Equatable {
        case unavailable(reason: String)
        case closed
        case noSQLite(reason: String)
        case invalidName(String, reason: String)
        case exposed(found: String, remedy: String)
        case inaccessible(path: String, reason: String)
        case tooLarge(path: String, limit: Int)
        case full(path: String)
        case busy(path: String, seconds: Int)
        case damaged(path: String, reason: String)
        case setting(key: String, expected: String, reason: String)
        case record(type: String, reason: String)
        case column(type: String, keyPath: String, reason: String)
        case schema(table: String, found: [String], expected: [String])
        case unwritable(column: String, reason: String)
        case unreadable(column: String, reason: String)
        case duplicate(table: String)
        case nestedTransaction
        case transactionOver
        case failed(code: Int, reason: String)
    }
}

extension StorageError: CustomStringConvertible {
    /// A sentence with the finding and the remedy.
    public var description: String {
        switch reason {
        case .unavailable(let reason): "the storage is unavailable: \(reason)"
        case .closed: "the module has stopped, so its storage is closed; start the module again"
        case .noSQLite(let reason): "SQLite cannot be used: \(reason); install it (Debian: apt install libsqlite3-0)"
        case .invalidName(let name, let reason): "\"\(name)\" cannot be a name in the storage: \(reason)"
        case .exposed(let found, let remedy): "other users have access to \(found); run `\(remedy)`"
        case .inaccessible(let path, let reason): "\(path) cannot be used: \(reason); check the file and its folder"
        case .tooLarge(let path, let limit): "\(path) would have more than \(limit) bytes; store it in parts"
        case .full(let path): "no space is left for \(path); free some space, then try again"
        case .busy(let path, let seconds):
            "\(path) was locked for \(seconds) s; end the other process or transaction that uses it, then try again"
        case .damaged(let path, let reason):
            "\(path) is damaged (\(reason)) and was set aside; try again to start without it"
        case .setting(let key, let expected, let reason):
            "the setting \(key) is not of type \(expected): \(reason); use its type, or another key"
        case .record(let type, let reason): "\(type) cannot be a record: \(reason)"
        case .column(let type, let keyPath, let reason):
            "\(keyPath) cannot be used in a query of \(type): \(reason)"
        case .schema(let table, let found, let expected) where Set(expected).isSubset(of: found):
            "the table \(table) has columns that its type lacks: \(Self.list(found.filter { !expected.contains($0) }))"
                + "; install the later version of the module that added them, or give the type these properties"
        case .schema(let table, let found, let expected):
            "the table \(table) does not fit its type: found \(Self.list(found)), expected \(Self.list(expected)); "
                + "give the type the properties of the table, or another `table`"
        case .unwritable(let column, let reason): "the value of \(column) cannot be stored: \(reason)"
        case .unreadable(let column, let reason):
            "the stored value of \(column) cannot be read: \(reason); delete the record, or give the type the "
                + "properties that it had"
        case .duplicate(let table): "the table \(table) has a record with this id; use upsert to replace it"
        case .nestedTransaction:
            "a transaction was begun within another; use one for all operations that belong together"
        case .transactionOver:
            "the operation belongs to a transaction that has ended; wait for all operations within its closure"
        case .failed(let code, let reason):
            "SQLite refused the operation: \(reason) (code \(code)); report it as a fault of the storage"
        }
    }

    private static func list(_ columns: [String]) -> String {
        columns.isEmpty ? "no columns" : columns.joined(separator: ", ")
    }
}
