@_spi(Host) import ModuleKit
import Platform

/// The functions of the system's SQLite, resolved at run time, so that the build needs no files of SQLite, and that a host
/// whose modules store no records does not open it.
struct SQLiteLibrary: Sendable {
    /// `sqlite3 *` or `sqlite3_stmt *`.
    typealias Handle = OpaquePointer

    let open:
        @convention(c) @Sendable (UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>, CInt, UnsafePointer<CChar>?) ->
            CInt
    let close: @convention(c) @Sendable (Handle) -> CInt
    let setBusyTimeout: @convention(c) @Sendable (Handle, CInt) -> CInt
    let message: @convention(c) @Sendable (Handle) -> UnsafePointer<CChar>?
    let systemError: @convention(c) @Sendable (Handle) -> CInt
    let isAutocommit: @convention(c) @Sendable (Handle) -> CInt
    let changes: @convention(c) @Sendable (Handle) -> CInt

    let prepare:
        @convention(c) @Sendable (
            Handle, UnsafePointer<CChar>, CInt, CUnsignedInt, UnsafeMutablePointer<Handle?>,
            UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> CInt
    let step: @convention(c) @Sendable (Handle) -> CInt
    let reset: @convention(c) @Sendable (Handle) -> CInt
    let clearBindings: @convention(c) @Sendable (Handle) -> CInt
    let finalize: @convention(c) @Sendable (Handle) -> CInt

    let bindInteger: @convention(c) @Sendable (Handle, CInt, Int64) -> CInt
    let bindReal: @convention(c) @Sendable (Handle, CInt, Double) -> CInt
    /// The last argument is the destructor of the bytes; −1 has SQLite copy them.
    let bindText: @convention(c) @Sendable (Handle, CInt, UnsafeRawPointer, CInt, Int) -> CInt
    /// The last argument is that of `bindText`.
    let bindBlob: @convention(c) @Sendable (Handle, CInt, UnsafeRawPointer, CInt, Int) -> CInt

    let columnType: @convention(c) @Sendable (Handle, CInt) -> CInt
    let columnInteger: @convention(c) @Sendable (Handle, CInt) -> Int64
    let columnReal: @convention(c) @Sendable (Handle, CInt) -> Double
    let columnText: @convention(c) @Sendable (Handle, CInt) -> UnsafePointer<UInt8>?
    let columnBlob: @convention(c) @Sendable (Handle, CInt) -> UnsafePointer<UInt8>?
    let columnByteCount: @convention(c) @Sendable (Handle, CInt) -> CInt

    /// The oldest version that removes columns (`ALTER TABLE … DROP COLUMN`).
    private static let minimum: CInt = 3_035_000

    /// Opens the library, which is never closed.
    init(path: String = "libsqlite3.so.0") throws(StorageError) {
        let symbols = try SQLiteSymbols(path: path)
        let version: @convention(c) () -> CInt = try symbols.function("sqlite3_libversion_number")
        guard version() >= Self.minimum else {
            throw .noSQLite(reason: "\(path) has version number \(version()), expected \(Self.minimum) or later")
        }
        open = try symbols.function("sqlite3_open_v2")
        close = try symbols.function("sqlite3_close_v2")
        setBusyTimeout = try symbols.function("sqlite3_busy_timeout")
        message = try symbols.function("sqlite3_errmsg")
        systemError = try symbols.function("sqlite3_system_errno")
        isAutocommit = try symbols.function("sqlite3_get_autocommit")
        changes = try symbols.function("sqlite3_changes")
        prepare = try symbols.function("sqlite3_prepare_v3")
        step = try symbols.function("sqlite3_step")
        reset = try symbols.function("sqlite3_reset")
        clearBindings = try symbols.function("sqlite3_clear_bindings")
        finalize = try symbols.function("sqlite3_finalize")
        bindInteger = try symbols.function("sqlite3_bind_int64")
        bindReal = try symbols.function("sqlite3_bind_double")
        bindText = try symbols.function("sqlite3_bind_text")
        bindBlob = try symbols.function("sqlite3_bind_blob")
        columnType = try symbols.function("sqlite3_column_type")
        columnInteger = try symbols.function("sqlite3_column_int64")
        columnReal = try symbols.function("sqlite3_column_double")
        columnText = try symbols.function("sqlite3_column_text")
        columnBlob = try symbols.function("sqlite3_column_blob")
        columnByteCount = try symbols.function("sqlite3_column_bytes")
    }
}

/// The functions of the library by name; the caller sets the type of each, which is the one in SQLite's documentation.
private struct SQLiteSymbols {
    private let library: DynamicLibrary

    init(path: String) throws(StorageError) {
        do {
            library = try DynamicLibrary(path: path)
        } catch {
            throw .noSQLite(reason: "\(error)")
        }
    }

    func function<Function>(_ name: String) throws(StorageError) -> Function {
        do {
            return unsafeBitCast(try library.address(of: name), to: Function.self)
        } catch {
            throw .noSQLite(reason: "\(error)")
        }
    }
}

/// Numbers of sqlite3.h.
enum SQLite {
    static let done: CInt = 101
    static let row: CInt = 100

    /// Reading, writing, one thread at a time, extended codes, and no link as the file.
    static let openFlags: CInt = 0x2 | 0x8000 | 0x0200_0000 | 0x0100_0000
    /// `SQLITE_PREPARE_PERSISTENT`
    static let persistent: CUnsignedInt = 1

    static let integer: CInt = 1
    static let real: CInt = 2
    static let text: CInt = 3
    static let blob: CInt = 4
    static let null: CInt = 5
}
