import FoundationEssentials
import Glibc
import Platform

/// The exclusive right to change the store.
///
/// The store is consistent after each step, even if the process is killed before the next step. New entries get a
/// hidden name, and are renamed when they are on the disk. The lock file is replaced as a whole. Old entries are
/// renamed before they are removed. The next change removes what a killed process has left.
final class StoreTransaction {
    /// The longest wait for a change by another process, in seconds. The wait is longer than the scan and the check of
    /// a plugin that hangs.
    private static let timeLimit = 60
    private static let guardName = ".guard"
    static let incoming = ".new"
    static let outgoing = ".old"

    let store: ModuleStore
    let entries: Descriptor
    private let folder: CheckedFolder
    private let turn: FileLock

    /// Creates missing folders, waits for the right to change the store, and removes what a killed process has left.
    init(_ store: ModuleStore, waiting seconds: Int = timeLimit) throws(PluginProblem) {
        self.store = store
        do {
            folder = try Self.openFolder(of: store)
            entries = try folder.descriptor.open(ModuleStore.entriesName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            turn = try FileLock(Self.guardName, in: entries)
        } catch {
            throw .inaccessible(store.entries, error)
        }
        guard folder.violations.isEmpty else { throw .exposed(folder.violations) }
        guard entries.allowsCode() else { throw .notExecutable(store.entries) }
        guard turn.waitAlone(seconds: seconds) else { throw .busy(store.folder) }
        try perform { () throws(FileError) in
            let list = Descriptor.incoming(ModuleStore.copiesName)
            for name in [Self.incoming, Self.outgoing, list] { try entries.remove(name) }
            try folder.descriptor.remove(Descriptor.incoming(ModuleStore.lockName))
        }
    }

    /// Opens the store's folder, and creates missing folders except `existingParent`.
    private static func openFolder(of store: ModuleStore) throws(FileError) -> CheckedFolder {
        _ = try Descriptor(opening: store.existingParent, Descriptor.placeOnly | O_DIRECTORY)
        var path = ""
        for part in Path.parts(of: store.entries) {
            path += "/" + part
            // Only the user may read the folders, as the XDG Base Directory Specification demands.
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(errno) }
        }
        return try CheckedFolder.open(store.folder)
    }

    func lock() throws(PluginProblem) -> ModuleLock { try store.lock(in: folder) }

    /// Replaces the lock file, in one step.
    func write(_ lock: ModuleLock) throws(PluginProblem) {
        let bytes = try lock.bytes(path: store.lockPath)
        try perform { () throws(FileError) in
            let folder = try folder.descriptor.open(".", O_RDONLY | O_DIRECTORY)
            try folder.replaceFile(ModuleStore.lockName, with: bytes)
        }
    }

    /// Runs a step on the store's files, and turns its error into a problem.
    func perform(_ body: () throws(FileError) -> Void) throws(PluginProblem) {
        do {
            try body()
        } catch {
            throw .inaccessible(store.entries, error)
        }
    }
}

extension StoreTransaction {
    /// Removes the entries that are neither installed nor the latest copy of a searched file that still exists.
    ///
    /// Nothing is removed while another host runs, because that host may still open the entries that it found at its
    /// start. After that host has ended, the next change removes the entries.
    ///
    /// - Parameters:
    ///   - use: the lease of this process, if it runs modules itself.
    ///   - found: the addresses of the entries that this process is about to open.
    func prune(use: StoreLease? = nil, keeping found: Set<ContentHash> = []) throws(PluginProblem) {
        let copies = store.searchedCopies()
        let present = copies.filter { FileIdentity(at: $0.key) != nil }
        if present.count < copies.count { try write(present) }
        let kept = Set(try lock().addresses + present.values.map(\.address)).union(found)
        guard let use = use ?? StoreLease(of: entries) else { return }
        // If a lock file was set aside, nothing is removed: the user may restore that file, and the file may name any
        // entry.
        if SetAside.exists(of: ModuleStore.lockName, among: (try? entries.open("..", O_RDONLY).names()) ?? []) {
            return
        }
        try perform { () throws(FileError) in
            try use.ifAlone { () throws(FileError) in
                for name in try entries.names() {
                    guard let address = ContentHash(name), !kept.contains(address) else { continue }
                    try entries.rename(name, to: Self.outgoing)
                    try entries.remove(Self.outgoing)
                }
            }
        }
    }

    /// Replaces the list of the copies of searched files, in one step.
    func write(_ copies: [String: StoreEntry]) throws(PluginProblem) {
        // The list has only texts, which JSON can always represent.
        let bytes = (try? JSONEncoder().encode(copies)).map(Array.init) ?? []
        try perform { () throws(FileError) in try entries.replaceFile(ModuleStore.copiesName, with: bytes) }
    }
}

extension StoreTransaction {
    private static let folderMode: mode_t = 0o755
    /// The mode of stored files, which nobody may write.
    private static let fileMode: mode_t = 0o444

    /// Puts a plugin into the store, unless an intact copy is there already.
    func put(_ bundle: PluginBundle, host: HostIdentity) throws(PluginProblem) -> StoreEntry {
        let address = bundle.address
        if let entry = storedEntry(at: address, file: bundle.main.name, host: host) { return entry }
        try put(bundle.files, at: address)
        return StoreEntry(address: address, file: bundle.main.name)
    }

    /// Puts a library without a module into the store, unless an intact copy is there already.
    func put(_ library: PluginFile) throws(PluginProblem) -> StoreEntry {
        let entry = StoreEntry(address: library.hash, file: library.name)
        if (try? store.library(entry)) == nil { try put([library], at: entry.address) }
        return entry
    }

    private func put(_ files: [PluginFile], at address: ContentHash) throws(PluginProblem) {
        try perform { () throws(FileError) in
            try write(files)
            // If there is an entry at this address, it is damaged: callers reuse an intact entry.
            if entries.contains("\(address)") { try entries.rename("\(address)", to: Self.outgoing) }
            try entries.rename(Self.incoming, to: "\(address)")
            try entries.synchronize()
            try entries.remove(Self.outgoing)
        }
    }

    func holds(_ address: ContentHash) -> Bool { entries.contains("\(address)") }

    /// Removes an entry that this change added. No other process can have found it yet.
    func discard(_ address: ContentHash) throws(PluginProblem) {
        try perform { () throws(FileError) in
            try entries.rename("\(address)", to: Self.outgoing)
            try entries.remove(Self.outgoing)
        }
    }

    /// Returns the entry at an address if its content has that hash. The name of a single file need not be `file`.
    private func storedEntry(at address: ContentHash, file: String, host: HostIdentity) -> StoreEntry? {
        guard let folder = try? entries.open("\(address)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
            let names = try? folder.names(), let stored = names.count == 1 ? names.first : file
        else { return nil }
        let entry = StoreEntry(address: address, file: stored)
        return (try? store.read(entry, host: host)) == nil ? nil : entry
    }

    private func write(_ files: [PluginFile]) throws(FileError) {
        try entries.remove(Self.incoming)
        try entries.makeFolder(Self.incoming, mode: Self.folderMode)
        let folder = try entries.open(Self.incoming, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        for file in files {
            let copy = try folder.open(file.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            try copy.write(file.bytes)
            try copy.setMode(Self.fileMode)
            try copy.synchronize()
        }
        try folder.synchronize()
    }
}
