@_spi(Host) import Mediator
import Synchronization

/// The implementation of a module's storage, in a library that the first operation opens.
@_spi(Host) public protocol StorageBackend: Sendable {
    /// The settings.
    var settings: any SettingsBackend { get }
    /// The secrets.
    var secrets: any SecretsBackend { get }
    /// The records.
    var records: any RecordsBackend { get }
    /// The events that need attention.
    var notices: [StorageNotice] { get }
    /// Writes pending settings and closes the files.
    func close() async
}

/// The implementation of a module's settings.
@_spi(Host) public protocol SettingsBackend: Sendable {
    /// Returns the live value of a setting.
    /// - Throws: `StorageError` (`setting`) if the setting has another type.
    func value<Value: Codable & Sendable>(
        _ key: String, default value: Value
    ) async throws(StorageError) -> Live<Value>
    /// Waits until all settings are on the disk.
    /// - Throws: `StorageError` if a setting cannot be written.
    func synchronize() async throws(StorageError)
}

/// The implementation of a module's secrets.
@_spi(Host) public protocol SecretsBackend: Sendable {
    /// Returns the bytes of a secret; `nil` if it is absent.
    /// - Throws: `StorageError`, such as `exposed`.
    func read(_ name: String) async throws(StorageError) -> [UInt8]?
    /// Writes a secret completely or not at all.
    /// - Throws: `StorageError`, such as `tooLarge`.
    func write(_ bytes: [UInt8], to name: String) async throws(StorageError)
    /// Removes a secret; does nothing if it is absent.
    /// - Throws: `StorageError`, such as `inaccessible`.
    func remove(_ name: String) async throws(StorageError)
}

/// The implementation of a module's records.
@_spi(Host) public protocol RecordsBackend: Sendable {
    /// Returns the records of a query.
    /// - Throws: `StorageError`, such as `column`, `schema` or `unreadable`.
    func fetch<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> [Kind]
    /// Returns the number of records of a query.
    /// - Throws: `StorageError`, such as `column` or `schema`.
    func count<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> Int
    /// Inserts records, all or none; `replacing` replaces the records with the same `id`s.
    /// - Throws: `StorageError`, such as `duplicate` without `replacing`, or `unwritable`.
    func insert<Kind: Record>(_ records: [Kind], replacing: Bool) async throws(StorageError)
    /// Replaces the record with the same `id`, and returns whether the table had such a record.
    /// - Throws: `StorageError`, such as `unwritable`.
    func update<Kind: Record>(_ record: Kind) async throws(StorageError) -> Bool
    /// Removes the records of a query, and returns their number.
    /// - Throws: `StorageError`, such as `column` or `busy`.
    func delete<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> Int
    /// Returns the records of a query as a live value, which is updated after commits.
    /// - Throws: `StorageError` like `fetch(_:)`.
    func observe<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> Live<[Kind]>
    /// Runs a closure whose changes are made together, or not at all.
    /// - Throws: the closure's error, or `StorageError`, such as `nestedTransaction`.
    func transaction<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value
}

/// The host's input for the storage of one module.
@_spi(Host) public struct StorageSetup: Sendable {
    /// The module's name, which is also the name of its folder.
    public let module: String
    /// The absolute path of the folder that contains a folder for each module; it may be absent.
    public let folder: String
    /// Receives notices for the user.
    public let report: @Sendable (String) -> Void

    /// Creates a set-up.
    public init(module: String, folder: String, report: @escaping @Sendable (String) -> Void = { _ in }) {
        self.module = module
        self.folder = folder
        self.report = report
    }
}

/// A factory of storages, which do not open files before their first use; the factory throws for a bad module name or
/// folder.
@_spi(Host) public typealias StorageFactory = LibraryFactory<StorageSetup, any StorageBackend, StorageError>

/// The storage of one module, which the first operation opens.
@_spi(Host) public final class StorageSource: Sendable {
    private enum State {
        case unopened(@Sendable () throws(StorageError) -> any StorageBackend)
        case open(any StorageBackend)
        case closed(StorageError)
    }

    private let state: Mutex<State>
    private let end: @Sendable () -> Void

    /// Creates a storage that a closure opens at the first operation.
    ///
    /// - Parameter end: called when the storage is closed or released, possibly twice.
    public init(
        end: @escaping @Sendable () -> Void = {},
        open: @escaping @Sendable () throws(StorageError) -> any StorageBackend
    ) {
        state = Mutex(.unopened(open))
        self.end = end
    }

    /// Creates a storage that refuses all operations.
    public init(unavailable reason: String) {
        state = Mutex(.closed(StorageError(.unavailable(reason: reason))))
        end = {}
    }

    deinit { end() }

    /// Returns the implementation; if opening it fails, the next operation tries again.
    func backend() throws(StorageError) -> any StorageBackend {
        try state.withLock { (state) throws(StorageError) in
            switch state {
            case .open(let backend): return backend
            case .closed(let error): throw error
            case .unopened(let open):
                let backend = try open()
                state = .open(backend)
                return backend
            }
        }
    }

    /// Closes the storage permanently, after the module has stopped.
    public func close() async {
        let backend: (any StorageBackend)? = state.withLock { state in
            defer { state = .closed(StorageError(.closed)) }
            if case .open(let backend) = state { return backend }
            return nil
        }
        await backend?.close()
        end()
    }
}
