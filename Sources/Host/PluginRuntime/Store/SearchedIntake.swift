/// Brings the plugins of searched folders into the store as they are found, so that what is loaded never changes.
///
/// Where the store cannot be written, a plugin is loaded from where it lies: the rules for files hold there too, and what
/// is lost is that a file may be overwritten while it runs (Documentation/Decisions/0009).
struct SearchedIntake {
    private let store: ModuleStore?
    private let host: HostIdentity
    private let use: StoreUse?
    private var known: SearchedFiles?
    /// Begun with the first plugin that the store does not have.
    private var change: StoreChange?
    private var isUnwritable = false
    /// The copies that were handed out, whatever became of their files meanwhile.
    private var found: Set<ContentHash> = []

    init(store: ModuleStore?, host: HostIdentity, use: StoreUse?) {
        self.store = store
        self.host = host
        self.use = use
    }

    /// Reads a plugin from its copy in the store, which is made if it is not there.
    mutating func read(_ name: String, in folder: borrowing CheckedFolder) throws(PluginFileError) -> PluginBundle {
        let file = try folder.file(name)
        if let copy = copy(of: file, in: folder) { return copy }
        let bundle = try PluginBundle.read(name, in: folder, host: host)
        return add(bundle) ?? bundle
    }

    /// Ends the change of the store, if there was one.
    mutating func finish() {
        guard let change, let known else { return }
        // What fails here costs the next start some time and nothing else.
        try? change.write(known)
        try? change.prune(use: use, keeping: found)
        self.change = nil
    }

    private mutating func copy(of file: borrowing CheckedFile, in folder: borrowing CheckedFolder) -> PluginBundle? {
        guard let store, let entry = knownFiles(store).entry(for: file, in: folder) else { return nil }
        found.insert(entry.address)
        return try? store.read(entry, host: host)
    }

    private mutating func knownFiles(_ store: ModuleStore) -> SearchedFiles {
        if let known { return known }
        let bytes = try? File.bytes(at: "\(store.entries)/\(SearchedFiles.fileName)")
        let files = bytes.map(SearchedFiles.init) ?? SearchedFiles()
        known = files
        return files
    }

    private mutating func add(_ bundle: PluginBundle) -> PluginBundle? {
        guard let store, !isUnwritable else { return nil }
        do {
            if change == nil {
                change = try StoreChange(store)
                // Another process may have added to it.
                known = change?.searchedFiles()
            }
            guard let entry = try change?.put(bundle, at: bundle.address(), host: host) else { return nil }
            known?.add(bundle, entry: entry)
            found.insert(entry.address)
            return try store.read(entry, host: host)
        } catch {
            isUnwritable = change == nil
            return nil
        }
    }
}
