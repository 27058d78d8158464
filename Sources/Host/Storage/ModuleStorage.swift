import Glibc
@_spi(Host) import ModuleKit
import Platform

/// The storage of one module in its folder:
///
/// ```
/// <folder>/<Module>/settings.json
/// <folder>/<Module>/files/<name>
/// <folder>/<Module>/secrets/<name>
/// <folder>/<Module>/records.sqlite
/// ```
///
/// All blocking work runs on one thread of its own.
final class ModuleStorage: StorageBackend {
    private let folder: ModuleFolder
    private let log: NoticeLog
    private let executor = BlockingExecutor()
    private let settings: SettingsFile
    let store: RecordStore

    init(_ setup: StorageSetup) throws(StorageError) {
        folder = try ModuleFolder(setup)
        log = NoticeLog { setup.report("\(setup.module): \($0)") }
        settings = SettingsFile(folder: folder, notices: log, executor: executor)
        store = RecordStore(file: DatabaseFile(folder: folder, notices: log), executor: executor)
    }

    func setting<Value: Codable & Sendable>(
        _ key: String, default value: Value
    ) async throws(StorageError) -> Observable<Value> {
        try await settings.value(key, default: value)
    }

    func synchronize() async throws(StorageError) { try await settings.synchronize() }

    func notices() async throws(StorageError) -> [StorageNotice] { log.all }

    func close() async {
        // The person reads of a setting that cannot be written.
        do throws(StorageError) { try await settings.synchronize() } catch { log.tell(error) }
        await store.close()
    }
}

/// Files and secrets.
extension ModuleStorage {
    func read(_ name: String, of kind: StoredFileKind) async throws(StorageError) -> [UInt8]? {
        try kind.check(name)
        return try await executor.run { [folder] () throws(StorageError) in
            try StoredFile.read(
                "\(folder.make(kind.folder))/\(name)", limit: kind.limit, isSecret: kind == .secret)
        }
    }

    func write(_ bytes: [UInt8], to name: String, of kind: StoredFileKind) async throws(StorageError) {
        try kind.check(name)
        guard bytes.count <= kind.limit else {
            throw .tooLarge(path: "\(folder.path)/\(kind.folder)/\(name)", limit: kind.limit)
        }
        try await executor.run { [folder] () throws(StorageError) in
            let path = try folder.make(kind.folder)
            try ModuleFolder.lock(path) { (open) throws(StorageError) in
                try ModuleFolder.write(bytes, to: name, in: open, path)
            }
        }
    }

    func remove(_ name: String, of kind: StoredFileKind) async throws(StorageError) {
        try kind.check(name)
        try await executor.run { [folder] () throws(StorageError) in
            let path = "\(try folder.make(kind.folder))/\(name)"
            guard unlink(path) == 0 || errno == ENOENT else { throw StorageError(FileError.system(errno), path: path) }
        }
    }

    func names(of kind: StoredFileKind) async throws(StorageError) -> [String] {
        try await executor.run { [folder] () throws(StorageError) in
            let path = try folder.make(kind.folder)
            do {
                let names = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).names()
                return names.filter { !$0.hasPrefix(".") }
            } catch {
                throw StorageError(error, path: path)
            }
        }
    }
}

extension StoredFileKind {
    /// The folder's name.
    fileprivate var folder: String { self == .secret ? "secrets" : "files" }

    /// The maximum size of a file, in bytes.
    fileprivate var limit: Int { self == .secret ? 64 << 10 : 64 << 20 }

    /// Refuses a name that could lead out of the folder, or that a person could not type.
    fileprivate func check(_ name: String) throws(StorageError) {
        let isAllowed = name.allSatisfy { $0.isLetter || $0.isNumber || "._- ".contains($0) }
        guard (1...128).contains(name.utf8.count), isAllowed, let first = name.first, !".- ".contains(first) else {
            throw .invalidName(
                name,
                reason: "expected 1 to 128 bytes of letters, digits, `.`, `_`, `-` and spaces, a letter, digit "
                    + "or `_` first")
        }
    }
}

/// Records.
extension ModuleStorage {
    func fetch<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> [Kind] {
        try await store.perform { (database) throws(StorageError) in try database.fetch(query) }
    }

    func count<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> Int {
        try await store.perform { (database) throws(StorageError) in try database.count(query) }
    }

    func observe<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> Observable<[Kind]> {
        try await store.observe(query)
    }

    func insert<Kind: Record>(_ records: [Kind], replacing: Bool) async throws(StorageError) {
        try await store.perform { (database) throws(StorageError) in
            try database.insert(records, replacing: replacing)
        }
    }

    func update<Kind: Record>(_ record: Kind) async throws(StorageError) -> Bool {
        try await store.perform { (database) throws(StorageError) in try database.update(record) }
    }

    func delete<Kind: Record>(_ query: RecordQuery<Kind>) async throws(StorageError) -> Int {
        try await store.perform { (database) throws(StorageError) in try database.delete(query) }
    }

    func migrate(_ migrations: [Migration]) async throws { try await store.migrate(migrations) }

    func transaction<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        try await store.transaction(body)
    }
}

/// The entry point through which the host gets the storage; the name includes the contract's version.
@c(switchboard_storage_v1)
public func switchboardStorage(_ handshake: UnsafeMutableRawPointer) -> CInt {
    exportStorage(to: handshake) { (setup) throws(StorageError) in try ModuleStorage(setup) }
}
