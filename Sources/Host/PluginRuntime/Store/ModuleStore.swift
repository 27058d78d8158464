import Glibc

/// The user's store of plugins, which never change there, and the lock file that says which of them are installed.
///
/// ```
/// <data home>/switchboard/modules.lock
/// <data home>/switchboard/store/<address>/libCoupons.so
/// ```
///
/// Reading takes no lock: the lock file is replaced as a whole, and what stands at an address never changes. Whoever
/// changes something does so through a `StoreChange`, one at a time.
struct ModuleStore: Sendable {
    static let lockName = "modules.lock"
    static let entriesName = "store"

    /// The folder with the lock file and the folder of the entries.
    let folder: String
    /// What must be there already: no home is made for a user who has none.
    let ground: String

    /// The folder with a folder for each entry.
    var entries: String { "\(folder)/\(Self.entriesName)" }

    /// The lock file.
    var lockPath: String { "\(folder)/\(Self.lockName)" }

    /// The store of whoever has this environment; nothing is made yet.
    init?(environment: [String: String]) {
        guard let home = DataHome.path(environment), let ground = DataHome.ground(environment) else { return nil }
        folder = home + "/switchboard"
        self.ground = ground
    }

    /// Where an entry's own file is.
    func path(of entry: StoreEntry) -> String { "\(entries)/\(entry.address)/\(entry.file)" }

    /// Begins the use of what is in the store by a host; `nil` where nothing is in it.
    func use() -> StoreUse? {
        guard let entries = try? Descriptor(opening: entries, O_RDONLY | O_DIRECTORY) else { return nil }
        return StoreUse(of: entries)
    }

    /// The installed modules; none where nothing was ever installed.
    func lock() throws(StoreError) -> ModuleLock {
        let folder: CheckedFolder
        do {
            folder = try CheckedFolder.open(self.folder)
        } catch {
            if error.code == ENOENT { return ModuleLock() }
            throw .inaccessible(path: self.folder, error)
        }
        return try lock(in: folder)
    }

    /// The installed modules, of the folder that is open.
    func lock(in folder: borrowing CheckedFolder) throws(StoreError) -> ModuleLock {
        guard folder.descriptor.contains(Self.lockName) else { return ModuleLock() }
        let bytes: [UInt8]
        do {
            bytes = try folder.file(Self.lockName).bytes()
        } catch {
            throw StoreError(reading: lockPath, error)
        }
        do {
            return try ModuleLock(bytes)
        } catch {
            throw .lock(path: lockPath, error)
        }
    }

    /// Reads an entry and makes sure that it is what its address says.
    func read(_ entry: StoreEntry, host: HostIdentity) throws(StoreFault) -> PluginBundle {
        let files = try files(of: entry)
        let found = PluginBundle.address(of: Array(files.values))
        guard found == entry.address, let main = files[entry.file] else {
            throw .changed(path: path(of: entry), found: found, expected: entry.address)
        }
        do {
            return try PluginBundle(main, host: host) { files[$0] }
        } catch {
            throw .file(error)
        }
    }

    private func files(of entry: StoreEntry) throws(StoreFault) -> [String: BundledFile] {
        do {
            let folder = try CheckedFolder.open("\(entries)/\(entry.address)")
            var files: [String: BundledFile] = [:]
            for name in try folder.descriptor.names() { files[name] = try BundledFile(try folder.file(name)) }
            return files
        } catch let error as PluginFileError {
            if case .empty = error { return [:] }
            throw .file(error)
        } catch let error as FileError {
            throw .missing(path: path(of: entry), expected: entry.address, error)
        } catch {
            throw .missing(path: path(of: entry), expected: entry.address, FileError(code: EIO))
        }
    }
}
