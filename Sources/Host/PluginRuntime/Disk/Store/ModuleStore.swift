import FoundationEssentials
import Glibc
import Platform

/// The user's store of plugins, and the lock file, which lists the installed modules. Copies in the store never change.
/// The address of a copy is the hash of its files.
///
/// ```
/// <data home>/switchboard/modules.lock
/// <data home>/switchboard/store/<address>/libCoupons.so
/// ```
///
/// Readers do not lock anything: the lock file is replaced as a whole, and the content at an address never changes.
/// Only one process at a time makes changes, through a `StoreTransaction`.
package struct ModuleStore: Sendable {
    static let lockName = "modules.lock"
    static let entriesName = "store"
    /// The name of the file that lists the copies of plugins from searched folders. The file is in the folder of the
    /// entries.
    static let copiesName = "searched.json"

    /// The folder with the lock file and the folder of the entries.
    let folder: String
    /// A parent folder, which must exist already: the store does not create a home folder for a user without one.
    let existingParent: String

    /// The folder with a folder for each entry.
    var entries: String { "\(folder)/\(Self.entriesName)" }

    package var lockPath: String { "\(folder)/\(Self.lockName)" }

    /// Creates the store for a user's environment; nothing is written yet.
    package init?(environment: [String: String]) {
        guard let home = UserEnvironment.data(environment),
            let existingParent = UserEnvironment.existingParentOfData(environment)
        else { return nil }
        folder = home + "/switchboard"
        self.existingParent = existingParent
    }

    /// Returns the path of the plugin's file in an entry.
    package func path(of entry: StoreEntry) -> String { "\(entries)/\(entry.address)/\(entry.file)" }

    /// Takes a lease, which keeps other hosts from removing entries; `nil` if there is no store.
    func use() -> StoreLease? {
        guard let entries = try? Descriptor(opening: entries, O_RDONLY | O_DIRECTORY) else { return nil }
        return StoreLease(of: entries)
    }

    /// Returns the installed modules; none if nothing was ever installed.
    package func lock() throws(PluginProblem) -> ModuleLock {
        guard let folder = try openFolder() else { return ModuleLock() }
        return try lock(in: folder)
    }

    /// Returns the installed modules, from an open folder.
    func lock(in folder: borrowing CheckedFolder) throws(PluginProblem) -> ModuleLock {
        guard let bytes = try bytes(of: Self.lockName, in: folder) else { return ModuleLock() }
        return try ModuleLock(bytes, path: lockPath)
    }

    /// Opens the folder with the lock file; `nil` if there is none.
    func openFolder() throws(PluginProblem) -> CheckedFolder? {
        do {
            return try CheckedFolder.open(folder)
        } catch {
            if error == .system(ENOENT) { return nil }
            throw .inaccessible(folder, error)
        }
    }

    /// Reads a file in the folder of the lock file; `nil` if there is none.
    func bytes(of name: String, in folder: borrowing CheckedFolder) throws(PluginProblem) -> [UInt8]? {
        guard folder.descriptor.contains(name) else { return nil }
        do {
            return try folder.file(name).bytes(limit: File.documentLimit)
        } catch {
            throw .unusable("\(self.folder)/\(name)", error)
        }
    }

    /// Reads an entry and checks that its content has the hash in its address.
    package func read(_ entry: StoreEntry, host: HostIdentity) throws(PluginProblem) -> PluginBundle {
        let files = try files(of: entry)
        return try PluginBundle(try main(of: entry, among: files), host: host) { files[$0] }
    }

    /// Reads a library that was installed without a module, and checks its content.
    func library(_ entry: StoreEntry) throws(PluginProblem) -> PluginFile {
        try main(of: entry, among: try files(of: entry))
    }

    private func main(of entry: StoreEntry, among files: [String: PluginFile]) throws(PluginProblem) -> PluginFile {
        let found = PluginBundle.address(of: Array(files.values))
        guard found == entry.address, let main = files[entry.file] else {
            throw .changed(path(of: entry), found: found, expected: entry.address)
        }
        return main
    }

    /// Returns the store's copies of plugins from searched folders, keyed by the original paths. The list is a cache:
    /// if it cannot be read, the result is empty, and everything is copied again.
    func searchedCopies() -> [String: StoreEntry] {
        guard let folder = try? CheckedFolder.open(entries),
            let bytes = try? folder.file(Self.copiesName).bytes(limit: File.documentLimit)
        else { return [:] }
        return (try? JSONDecoder().decode([String: StoreEntry].self, from: Data(bytes))) ?? [:]
    }

    private func files(of entry: StoreEntry) throws(PluginProblem) -> [String: PluginFile] {
        do {
            let folder = try CheckedFolder.open("\(entries)/\(entry.address)")
            var files: [String: PluginFile] = [:]
            var rest = File.maximumSize
            for name in try folder.descriptor.names() {
                let file = try PluginFile(try folder.plugin(name), limit: rest)
                rest -= file.bytes.count
                files[name] = file
            }
            return files
        } catch let error as PluginProblem {
            if error.code == .empty { return [:] }
            throw error
        } catch {
            throw .missing(path(of: entry), error as? FileError ?? .system(EIO), expected: entry.address)
        }
    }

    /// Renames the lock file if it is damaged, and the settings file if it is damaged. The host then starts without the
    /// renamed file.
    func setAsideDamaged() {
        check(Self.lockName, remedy: "correct it and rename it back, or install the modules again") {
            (bytes) throws(PluginProblem) in _ = try ModuleLock(bytes, path: lockPath)
        }
        let remedy =
            "all modules are enabled now, and until the renamed file is removed, modules outside the host's folder "
            + "run in their own processes; "
            + "disable again with `module disable NAME`, isolate with `module isolate NAME`, then remove that file"
        check(Self.switchesName, remedy: remedy) {
            (bytes) throws(PluginProblem) in _ = try ModuleSwitches(bytes, path: switchesPath)
        }
    }

    private func check(_ name: String, remedy: String, _ read: ([UInt8]) throws(PluginProblem) -> Void) {
        guard let open = try? CheckedFolder.open(folder), open.descriptor.contains(name) else { return }
        let path = "\(folder)/\(name)"
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try open.file(name).bytes(limit: File.documentLimit)
        } catch {
            // If other users could write the file, its content may still be intact, so the file is not renamed. The
            // error of the later read names the remedy.
            if case .exposed = error { return }
            SetAside.move(path, because: "\(error)", remedy: remedy)
            return
        }
        guard (try? FormatVersion.check(bytes, of: path)) != nil else { return }
        do throws(PluginProblem) {
            try read(bytes)
        } catch {
            SetAside.move(path, because: "its content is not valid", remedy: remedy)
        }
    }
}
