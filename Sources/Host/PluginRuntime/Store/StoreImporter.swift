import FoundationEssentials
import Glibc
import Platform

/// The list of files in searched folders whose copies are in the store, so that an unchanged file is neither read nor copied
/// again.
///
/// The list is a cache: without it, everything is copied once more.
struct ImportedFiles: Codable {
    /// The name of the list's file, among the entries.
    static let fileName = "searched.json"

    /// The row of a plugin's file.
    struct Row: Codable {
        let entry: StoreEntry
        /// The identities of the plugin and of the libraries that it brings along, at the time of the copy, by name.
        let identities: [String: FileIdentity]
        /// The names of the needed libraries that did not lie beside the plugin.
        let missing: Set<String>
    }

    private var rows: [String: Row] = [:]

    /// The entries that are copies of searched files.
    var entries: [StoreEntry] { rows.values.map(\.entry) }

    init() {}

    /// Reads the list; a damaged one is treated as empty.
    init(_ bytes: [UInt8]) {
        rows = (try? JSONDecoder().decode([String: Row].self, from: Data(bytes))) ?? [:]
    }

    func bytes() -> [UInt8] {
        // The rows have only texts and numbers, which JSON can always hold.
        (try? JSONEncoder().encode(rows)).map(Array.init) ?? []
    }

    /// Returns the copy of a file, if the file and its libraries are unchanged, and no library has come that was missing.
    func entry(for file: borrowing CheckedFile, in folder: borrowing CheckedFolder) -> StoreEntry? {
        guard let row = rows[file.path], row.identities[file.name] == file.status.identity else { return nil }
        for (name, identity) in row.identities where name != file.name {
            guard let other = try? folder.file(name), other.status.identity == identity else { return nil }
        }
        guard !row.missing.contains(where: { folder.descriptor.contains($0) }) else { return nil }
        return row.entry
    }

    /// Notes the copy of a plugin, unless its files may still change without a change of their times.
    mutating func add(_ bundle: PluginBundle, entry: StoreEntry) {
        guard bundle.files.allSatisfy(\.isSettled) else {
            rows[bundle.main.path] = nil
            return
        }
        let identities = Dictionary(bundle.files.map { ($0.name, $0.identity) }) { first, _ in first }
        // The runtime's own libraries are never brought along, even if a copy lies beside the plugin.
        let missing = bundle.missing.filter { !SwiftRuntime.contains($0) }
        rows[bundle.main.path] = Row(entry: entry, identities: identities, missing: missing)
    }

    /// Drops the rows of files that are gone or have changed, and returns whether there were any.
    mutating func forgetChanged() -> Bool {
        let count = rows.count
        rows = rows.filter { path, row in
            row.identities.allSatisfy { name, identity in
                var status = stat()
                return lstat(Path.folder(of: path) + "/" + name, &status) == 0 && FileIdentity(status) == identity
            }
        }
        return rows.count != count
    }
}

/// Copies the plugins of searched folders into the store as they are found, so that loaded code never changes.
///
/// If the store cannot be written, a plugin is loaded from its own place: the rules for files hold there too, but the file may
/// be overwritten while it runs (Documentation/Decisions/0009).
struct StoreImporter {
    private let store: ModuleStore?
    private let host: HostIdentity
    private let use: StoreLease?
    /// Whether copies stay for later starts.
    private let isLasting: Bool
    private var known: ImportedFiles?
    /// The change of the store; it begins with the first plugin that the store does not have.
    private var change: StoreTransaction?
    private var isUnwritable = false
    /// The addresses of the copies that were returned, which are kept even if the files change meanwhile.
    private var found: Set<ContentHash> = []

    init(store: ModuleStore?, host: HostIdentity, use: StoreLease?, isLasting: Bool = true) {
        self.isLasting = isLasting
        self.store = store
        self.host = host
        self.use = use
    }

    /// Reads a plugin from its copy in the store, which is made if it is missing.
    mutating func read(_ name: String, in folder: borrowing CheckedFolder) throws(PluginProblem) -> PluginBundle {
        let file = try folder.plugin(name)
        if let copy = copy(of: file, in: folder) { return copy }
        let bundle = try PluginBundle.read(name, in: folder, host: host)
        return add(bundle) ?? bundle
    }

    /// Ends the change of the store, if there was one.
    mutating func finish() {
        guard let change, let known else { return }
        // A failure costs only time at the next start.
        try? change.write(known)
        try? change.prune(use: use, keeping: found)
        self.change = nil
    }

    private mutating func copy(of file: borrowing CheckedFile, in folder: borrowing CheckedFolder) -> PluginBundle? {
        guard let store, let entry = knownFiles(store).entry(for: file, in: folder) else { return nil }
        found.insert(entry.address)
        return try? store.read(entry, host: host)
    }

    private mutating func knownFiles(_ store: ModuleStore) -> ImportedFiles {
        if let known { return known }
        let files = store.importedFiles()
        known = files
        return files
    }

    private mutating func add(_ bundle: PluginBundle) -> PluginBundle? {
        guard let store, !isUnwritable else { return nil }
        do {
            if change == nil {
                change = try StoreTransaction(store)
                // Another process may have changed the list.
                known = store.importedFiles()
            }
            guard let entry = try change?.put(bundle, at: bundle.address, host: host) else { return nil }
            if isLasting { known?.add(bundle, entry: entry) }
            found.insert(entry.address)
            return try store.read(entry, host: host)
        } catch {
            isUnwritable = change == nil
            return nil
        }
    }
}
