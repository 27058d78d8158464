import FoundationEssentials
import Glibc
import Platform

/// The user's store of plugins, which never change there, and the lock file that says which of them are installed.
///
/// ```
/// <data home>/switchboard/modules.lock
/// <data home>/switchboard/store/<address>/libCoupons.so
/// ```
///
/// Reading takes no lock: the lock file is replaced as a whole, and what stands at an address never changes. Whoever
/// changes something does so through a `StoreTransaction`, one at a time.
package struct ModuleStore: Sendable {
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
    package init?(environment: [String: String]) {
        guard let home = DataHome.path(environment), let ground = DataHome.ground(environment) else { return nil }
        folder = home + "/switchboard"
        self.ground = ground
    }

    /// Where an entry's own file is.
    package func path(of entry: StoreEntry) -> String { "\(entries)/\(entry.address)/\(entry.file)" }

    /// Begins the use of what is in the store by a host; `nil` where nothing is in it.
    func use() -> StoreLease? {
        guard let entries = try? Descriptor(opening: entries, O_RDONLY | O_DIRECTORY) else { return nil }
        return StoreLease(of: entries)
    }

    /// The installed modules; none where nothing was ever installed.
    package func lock() throws(StoreError) -> ModuleLock {
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
            bytes = try folder.file(Self.lockName).bytes(limit: File.documentLimit)
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
    package func read(_ entry: StoreEntry, host: HostIdentity) throws(StoreFault) -> PluginBundle {
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

    /// Reads a library that is installed by itself, and makes sure that it is what its address says.
    func library(_ entry: StoreEntry) throws(StoreFault) -> PluginFile {
        let files = try files(of: entry)
        let found = PluginBundle.address(of: Array(files.values))
        guard found == entry.address, let file = files[entry.file] else {
            throw .changed(path: path(of: entry), found: found, expected: entry.address)
        }
        return file
    }

    /// The searched files whose copies are in the store; none where there is no list that can be believed.
    func importedFiles() -> ImportedFiles {
        guard let folder = try? CheckedFolder.open(entries),
            let bytes = try? folder.file(ImportedFiles.fileName).bytes(limit: File.documentLimit)
        else { return ImportedFiles() }
        return ImportedFiles(bytes)
    }

    private func files(of entry: StoreEntry) throws(StoreFault) -> [String: PluginFile] {
        do {
            let folder = try CheckedFolder.open("\(entries)/\(entry.address)")
            var files: [String: PluginFile] = [:]
            var rest = PlainFile.maximumSize
            for name in try folder.descriptor.names() {
                let file = try PluginFile(try folder.plugin(name), limit: rest)
                rest -= file.bytes.count
                files[name] = file
            }
            return files
        } catch let error as PluginFileError {
            if case .unread(.empty) = error { return [:] }
            throw .file(error)
        } catch let error as FileError {
            throw .missing(path: path(of: entry), expected: entry.address, error)
        } catch {
            throw .missing(path: path(of: entry), expected: entry.address, FileError(code: EIO))
        }
    }
}

extension ModuleStore {
    static let switchesName = "modules.switches"

    /// The file with the names of the modules that the user disabled.
    var switchesPath: String { "\(folder)/\(Self.switchesName)" }

    /// Which modules the user disabled; none where nobody ever did.
    func switches() throws(StoreError) -> ModuleSwitches {
        let folder: CheckedFolder
        do {
            folder = try CheckedFolder.open(self.folder)
        } catch {
            if error.code == ENOENT { return ModuleSwitches() }
            throw .inaccessible(path: self.folder, error)
        }
        guard folder.descriptor.contains(Self.switchesName) else { return ModuleSwitches() }
        let bytes: [UInt8]
        do {
            bytes = try folder.file(Self.switchesName).bytes(limit: File.documentLimit)
        } catch {
            throw StoreError(reading: switchesPath, error)
        }
        do {
            return try ModuleSwitches(bytes)
        } catch {
            throw .lock(path: switchesPath, error)
        }
    }

    /// Disables a module for every host that starts from now on.
    package func disable(_ module: String) throws(StoreError) {
        let change = try StoreTransaction(self)
        var switches = try switches()
        switches.disabled.insert(module)
        try change.write(switches)
    }
}

extension StoreTransaction {
    /// Replaces the file with the names of disabled modules, in one step.
    func write(_ switches: ModuleSwitches) throws(StoreError) {
        try perform { () throws(FileError) in
            let folder = try entries.open("..", O_RDONLY | O_DIRECTORY)
            try folder.replaceFile(ModuleStore.switchesName, with: switches.bytes)
        }
    }
}

/// Which modules the user disabled, for every host that starts from now on.
struct ModuleSwitches: Sendable, Equatable {
    /// The names of the modules.
    var disabled: Set<String> = []

    init() {}

    /// Reads the file's content.
    init(_ bytes: [UInt8]) throws(ModuleLockError) {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
            throw .damaged(reason: "it is no JSON object with the names of modules under \"disabled\"")
        }
        try FormatVersion.check(document.version)
        disabled = Set(document.disabled)
    }

    /// The file's content, for people and programs.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let document = Document(version: FormatVersion.current, disabled: disabled.sorted())
        // It is made of texts, which JSON can always say.
        return ((try? encoder.encode(document)).map(Array.init) ?? []) + [0x0A]
    }

    private struct Document: Codable {
        let version: String
        let disabled: [String]

        enum CodingKeys: String, CodingKey {
            case version = "format_version"
            case disabled
        }
    }
}
