import Glibc
import Platform

/// The right to change the store, which one process has at a time.
///
/// Each step leaves the store whole, so that a process may be killed between any two: what is put in comes under a name
/// that no host looks for and is renamed once it is on the disk; the lock file is replaced as a whole; what is taken out is
/// renamed first. What a killed process has left is swept away by the next change.
final class StoreTransaction {
    /// How long another process's change is waited for, in seconds: longer than a plugin may hang while it is scanned and
    /// checked.
    private static let timeLimit = 60
    private static let guardName = ".guard"
    static let incoming = ".new"
    static let outgoing = ".old"

    let store: ModuleStore
    let entries: Descriptor
    private let folder: CheckedFolder
    private let turn: FileLock

    /// Waits for its turn and sweeps up; folders that are missing are made.
    init(_ store: ModuleStore, waiting seconds: Int = timeLimit) throws(PluginProblem) {
        self.store = store
        do {
            folder = try StoreFolder.open(store)
            entries = try folder.descriptor.open(ModuleStore.entriesName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            turn = try FileLock(Self.guardName, in: entries)
        } catch {
            throw .inaccessible(store.entries, error)
        }
        guard folder.violations.isEmpty else { throw .exposed(folder.violations) }
        guard entries.allowsCode() else { throw .notExecutable(store.entries) }
        guard turn.waitAlone(seconds: seconds) else { throw .busy(store.folder) }
        try perform { () throws(FileError) in
            let files = Descriptor.incoming(ImportedFiles.fileName)
            for name in [Self.incoming, Self.outgoing, files] { try entries.remove(name) }
            try folder.descriptor.remove(Descriptor.incoming(ModuleStore.lockName))
        }
    }

    /// The installed modules as they are now.
    func lock() throws(PluginProblem) -> ModuleLock { try store.lock(in: folder) }

    /// Replaces the lock file, in one step.
    func write(_ lock: ModuleLock) throws(PluginProblem) {
        let bytes = try lock.bytes(path: store.lockPath)
        try perform { () throws(FileError) in
            let folder = try folder.descriptor.open(".", O_RDONLY | O_DIRECTORY)
            try folder.replaceFile(ModuleStore.lockName, with: bytes)
        }
    }

    /// Does something to the store's files.
    func perform(_ body: () throws(FileError) -> Void) throws(PluginProblem) {
        do {
            try body()
        } catch {
            throw .inaccessible(store.entries, error)
        }
    }
}

extension StoreTransaction {
    /// Removes the entries that are neither installed nor copies of a searched file as it is now.
    ///
    /// Nothing is removed while another host runs: it may still open what it found at its start. The next change after
    /// its end makes up for that.
    ///
    /// - Parameters:
    ///   - use: the use of the store by this process, if it runs modules itself.
    ///   - found: what this process is about to open.
    func prune(use: StoreLease? = nil, keeping found: Set<ContentHash> = []) throws(PluginProblem) {
        var searched = store.importedFiles()
        if searched.forgetChanged() { try write(searched) }
        let kept = Set(try lock().addresses + searched.entries.map(\.address)).union(found)
        guard let use = use ?? StoreLease(of: entries) else { return }
        // A lock file that was set aside may name entries, and may be mended.
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

    /// Replaces the list of searched files, in one step.
    func write(_ files: ImportedFiles) throws(PluginProblem) {
        try perform { () throws(FileError) in try entries.replaceFile(ImportedFiles.fileName, with: files.bytes()) }
    }
}

extension StoreTransaction {
    private static let folderMode: mode_t = 0o755
    /// No user writes to what is in the store.
    private static let fileMode: mode_t = 0o444

    /// Puts a plugin in, unless it is there already and whole.
    ///
    /// - Parameter address: that of the plugin, which takes time to compute.
    func put(
        _ bundle: PluginBundle, at address: ContentHash, host: HostIdentity
    ) throws(PluginProblem) -> StoreEntry {
        if let entry = storedEntry(at: address, file: bundle.main.name, host: host) { return entry }
        try put(bundle.files, at: address)
        return StoreEntry(address: address, file: bundle.main.name)
    }

    /// Puts a library in that is no plugin, unless it is there already and whole.
    func put(_ library: PluginFile) throws(PluginProblem) -> StoreEntry {
        let entry = StoreEntry(address: library.hash, file: library.name)
        if (try? store.library(entry)) == nil { try put([library], at: entry.address) }
        return entry
    }

    private func put(_ files: [PluginFile], at address: ContentHash) throws(PluginProblem) {
        try perform { () throws(FileError) in
            try write(files)
            // What is there is damaged.
            if entries.contains("\(address)") { try entries.rename("\(address)", to: Self.outgoing) }
            try entries.rename(Self.incoming, to: "\(address)")
            try entries.synchronize()
            try entries.remove(Self.outgoing)
        }
    }

    func holds(_ address: ContentHash) -> Bool { entries.contains("\(address)") }

    /// Takes out what was put in by this change: no other process can have found it yet.
    func discard(_ address: ContentHash) throws(PluginProblem) {
        try perform { () throws(FileError) in
            try entries.rename("\(address)", to: Self.outgoing)
            try entries.remove(Self.outgoing)
        }
    }

    /// The entry at an address, where it is what the address says; one file may have been stored by another name.
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
