/// The reason why a storage did not do an operation.
public enum StorageError: Error, Sendable, Equatable {
    /// There is no storage here, such as in the check of a plugin's declarations.
    case unavailable(reason: String)
    /// The module has stopped.
    case closed
    /// The system's SQLite cannot be used.
    case noSQLite(reason: String)
    /// A name or key that is not allowed.
    case invalidName(String, reason: String)
    /// Other users may write, or read, a file or folder; `remedy` is the command that changes it.
    case exposed(found: String, remedy: String)
    /// The system refused a file.
    case inaccessible(path: String, reason: String)
    /// A file is longer than the limit, in bytes.
    case tooLarge(path: String, limit: Int)
    /// No space is left on the disk, or in the user's quota; what was written before stays.
    case full(path: String)
    /// Another process, or a transaction of this module, holds the records for longer than the limit.
    case busy(path: String, seconds: Int)
    /// A file is damaged and was set aside; the next operation starts without its content.
    case damaged(path: String, reason: String)
    /// The file was written by a newer version of the module; it was not changed.
    case newerVersion(path: String, found: Int, known: Int)
    /// A setting has another type than was asked for.
    case setting(key: String, expected: String, reason: String)
    /// A type cannot be a record.
    case record(type: String, reason: String)
    /// A key path leads to no stored property, or to one whose values have no order.
    case column(type: String, keyPath: String, reason: String)
    /// The stored properties of a record changed without a migration.
    case schema(table: String, found: [String], expected: [String])
    /// Migrations are not in order, or one cannot make its change.
    case migration(reason: String)
    /// A value cannot be stored in its column.
    case unwritable(column: String, reason: String)
    /// A stored value is none of the column's type.
    case unreadable(column: String, reason: String)
    /// The table has a record with the `id`.
    case duplicate(table: String)
    /// A transaction was begun within another.
    case nestedTransaction
    /// An operation belongs to a transaction that has ended.
    case transactionOver
    /// Any other error of SQLite, with its extended code.
    case failed(code: Int, reason: String)
}

extension StorageError: CustomStringConvertible {
    /// A sentence with the finding and the remedy.
    public var description: String {
        switch self {
        case .unavailable(let reason): "there is no storage: \(reason)"
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
        case .newerVersion(let path, let found, let known):
            "\(path) has version \(found), and this module knows \(known); install the module's newer version, "
                + "or call `migrate` with all migrations first"
        case .setting(let key, let expected, let reason):
            "the setting \(key) is no \(expected): \(reason); use its type, or another key"
        default: recordDescription
        }
    }

    private var recordDescription: String {
        switch self {
        case .record(let type, let reason): "\(type) cannot be a record: \(reason)"
        case .column(let type, let keyPath, let reason):
            "\(keyPath) cannot be used in a query of \(type): \(reason)"
        case .schema(let table, let found, let expected):
            "the table \(table) does not fit its type: found \(Self.list(found)), expected \(Self.list(expected)); "
                + "add a migration, or give the old properties back"
        case .migration(let reason): "the records were not migrated: \(reason)"
        case .unwritable(let column, let reason): "the value of \(column) cannot be stored: \(reason)"
        case .unreadable(let column, let reason):
            "the stored value of \(column) cannot be read: \(reason); add a migration that changes or deletes it"
        case .duplicate(let table): "the table \(table) has a record with this id; use upsert to replace it"
        case .nestedTransaction:
            "a transaction was begun within another; begin one, around all that belongs together"
        case .transactionOver:
            "the operation belongs to a transaction that has ended; wait for all operations within its closure"
        case .failed(let code, let reason):
            "SQLite refused the operation: \(reason) (code \(code)); report it as a fault of the storage"
        default: ""
        }
    }

    private static func list(_ columns: [String]) -> String {
        columns.isEmpty ? "no columns" : columns.joined(separator: ", ")
    }
}
