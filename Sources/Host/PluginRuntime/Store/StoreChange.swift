import Glibc

/// The right to change the store, which one process has at a time.
///
/// Each step leaves the store whole, so that a process may be killed between any two: what is put in comes under a name
/// that nobody looks for and is renamed once it is on the disk; the lock file is replaced as a whole; what is taken out is
/// renamed first. What a killed process has left is swept away by the next change.
final class StoreChange {
    /// How long another process's change is waited for, in seconds: longer than a plugin may hang while it is scanned.
    private static let patience = 30
    private static let guardName = ".guard"
    static let incoming = ".new"
    static let outgoing = ".old"

    let store: ModuleStore
    let entries: Descriptor
    private let folder: CheckedFolder
    private let turn: FileLock

    /// Waits for its turn and sweeps up; folders that are missing are made.
    init(_ store: ModuleStore) throws(StoreError) {
        self.store = store
        do {
            folder = try StoreFolder.open(store)
            entries = try folder.descriptor.open(ModuleStore.entriesName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            turn = try FileLock(Self.guardName, in: entries)
        } catch {
            throw .inaccessible(path: store.entries, error)
        }
        guard folder.violations.isEmpty else { throw .exposed(path: store.folder, folder.violations) }
        guard entries.allowsCode() else { throw .notExecutable(path: store.entries) }
        guard turn.waitAlone(seconds: Self.patience) else { throw .busy(path: store.folder) }
        try perform { () throws(FileError) in
            let files = Descriptor.incoming(SearchedFiles.fileName)
            for name in [Self.incoming, Self.outgoing, files] { try entries.remove(name) }
            try folder.descriptor.remove(Descriptor.incoming(ModuleStore.lockName))
        }
    }

    /// The installed modules as they are now.
    func lock() throws(StoreError) -> ModuleLock { try store.lock(in: folder) }

    /// Replaces the lock file, in one step.
    func write(_ lock: ModuleLock) throws(StoreError) {
        let bytes: [UInt8]
        do {
            bytes = try lock.bytes()
        } catch {
            throw .lock(path: store.lockPath, error)
        }
        try perform { () throws(FileError) in
            let folder = try folder.descriptor.open(".", O_RDONLY | O_DIRECTORY)
            try folder.replaceFile(ModuleStore.lockName, with: bytes)
        }
    }

    /// Does something to the store's files.
    func perform(_ body: () throws(FileError) -> Void) throws(StoreError) {
        do {
            try body()
        } catch {
            throw .inaccessible(path: store.entries, error)
        }
    }
}
