@_spi(Host) import ModuleKit
import Platform

/// The functions of the system's SQLite, resolved at run time: the build does not need files of SQLite, and a host
/// whose modules do not store records does not open the library.
struct SQLiteLibrary: Sendable {
    /// `sqlite3 *` or `sqlite3_stmt *`.
    typealias Handle = OpaquePointer

    private let version: @convention(c) @Sendable () -> CInt
    let open:
        @convention(c) @Sendable (UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>, CInt, UnsafePointer<CChar>?) ->
            CInt
    let prepare:
        @convention(c) @Sendable (
            Handle, UnsafePointer<CChar>, CInt, CUnsignedInt, UnsafeMutablePointer<Handle?>,
            UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> CInt
    let message: @convention(c) @Sendable (Handle) -> UnsafePointer<CChar>?
    let close, systemError, isAutocommit, changes: @convention(c) @Sendable (Handle) -> CInt
    let step, reset, clearBindings, finalize: @convention(c) @Sendable (Handle) -> CInt
    let bindInteger: @convention(c) @Sendable (Handle, CInt, Int64) -> CInt
    let bindReal: @convention(c) @Sendable (Handle, CInt, Double) -> CInt
    /// The last argument is the destructor of the bytes; with −1, SQLite copies them.
    let bindText, bindBlob: @convention(c) @Sendable (Handle, CInt, UnsafeRawPointer, CInt, Int) -> CInt
    let setBusyTimeout, columnType, columnByteCount: @convention(c) @Sendable (Handle, CInt) -> CInt
    let columnInteger: @convention(c) @Sendable (Handle, CInt) -> Int64
    let columnReal: @convention(c) @Sendable (Handle, CInt) -> Double
    let columnBlob: @convention(c) @Sendable (Handle, CInt) -> UnsafePointer<UInt8>?

    /// The oldest accepted version, 3.35.0, which is the first that can remove columns (`ALTER TABLE … DROP COLUMN`).
    private static let minimum: CInt = 3_035_000

    /// Opens the library, which is never closed.
    init(path: String = "libsqlite3.so.0") throws(StorageError) {
        do {
            self = try SQLiteLibrary(DynamicLibrary(path: path))
        } catch {
            throw StorageError(.noSQLite(reason: "\(error)"))
        }
        guard version() >= Self.minimum else {
            throw StorageError(
                .noSQLite(reason: "\(path) has version number \(version()), expected \(Self.minimum) or later"))
        }
    }

    /// Resolves the functions, whose types are taken from SQLite's documentation.
    private init(_ library: DynamicLibrary) throws(DynamicLibraryError) {
        func function<Function>(_ name: String) throws(DynamicLibraryError) -> Function {
            try library.function("sqlite3_\(name)")
        }
        version = try function("libversion_number")
        open = try function("open_v2")
        prepare = try function("prepare_v3")
        message = try function("errmsg")
        close = try function("close_v2")
        systemError = try function("system_errno")
        isAutocommit = try function("get_autocommit")
        changes = try function("changes")
        step = try function("step")
        reset = try function("reset")
        clearBindings = try function("clear_bindings")
        finalize = try function("finalize")
        bindInteger = try function("bind_int64")
        bindReal = try function("bind_double")
        bindText = try function("bind_text")
        bindBlob = try function("bind_blob")
        setBusyTimeout = try function("busy_timeout")
        columnType = try function("column_type")
        columnByteCount = try function("column_bytes")
        columnInteger = try function("column_int64")
        columnReal = try function("column_double")
        columnBlob = try function("column_blob")
    }
}

/// Constants of sqlite3.h, and the format of a database file (https://www.sqlite.org/fileformat2.html).
enum SQLite {
    /// A database without tables: one page, as SQLite itself writes it.
    static let emptyDatabase: [UInt8] = {
        // Pages of 4,096 bytes, a write-ahead log (2 for writing and 2 for reading), no reserved bytes, and the three
        // payload fractions that the format prescribes.
        let header = Array("SQLite format 3\0".utf8) + [0x10, 0, 2, 2, 0, 64, 32, 32]
        var page = header + [UInt8](repeating: 0, count: 4_096 - header.count)
        page[31] = 1  // The number of pages.
        // At byte 100, the list of tables: a leaf without cells, whose content begins at the end of the page.
        (page[100], page[105]) = (13, 0x10)
        return page
    }()

    static let done: CInt = 101
    static let row: CInt = 100

    /// Flags: read and write, use by one thread at a time, extended result codes, and refusal of a link as the file.
    static let openFlags: CInt = 0x2 | 0x8000 | 0x0200_0000 | 0x0100_0000
    /// `SQLITE_PREPARE_PERSISTENT`
    static let persistent: CUnsignedInt = 1

    static let integer: CInt = 1
    static let real: CInt = 2
    static let text: CInt = 3
    static let blob: CInt = 4
    static let null: CInt = 5
}
