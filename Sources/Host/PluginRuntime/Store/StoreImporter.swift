import Platform

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
    /// The copies of searched files, by the paths of the files; `nil` before the first plugin.
    private var copies: [String: StoreEntry]?
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

    /// Reads a plugin, and returns its copy in the store, which is made if it is missing.
    mutating func read(_ name: String, in folder: borrowing CheckedFolder) throws(PluginProblem) -> PluginBundle {
        let bundle = try PluginBundle.read(name, in: folder, host: host)
        guard let store, !isUnwritable else { return bundle }
        let copy = presentCopy(of: bundle, in: store) ?? newCopy(of: bundle, in: store)
        if let copy { found.insert(copy.address) }
        return copy ?? bundle
    }

    /// Ends the change of the store, if there was one.
    mutating func finish() {
        guard let change, let copies else { return }
        // A failure costs only time at the next start.
        try? change.write(copies)
        try? change.prune(use: use, keeping: found)
        self.change = nil
    }

    private mutating func presentCopy(of bundle: PluginBundle, in store: ModuleStore) -> PluginBundle? {
        if copies == nil { copies = store.searchedCopies() }
        guard let entry = copies?[bundle.main.path], entry.address == bundle.address else { return nil }
        return try? store.read(entry, host: host)
    }

    private mutating func newCopy(of bundle: PluginBundle, in store: ModuleStore) -> PluginBundle? {
        do {
            if change == nil {
                change = try StoreTransaction(store)
                // Another process may have changed the list.
                copies = store.searchedCopies()
            }
            guard let entry = try change?.put(bundle, host: host) else { return nil }
            if isLasting { copies?[bundle.main.path] = entry }
            return try store.read(entry, host: host)
        } catch {
            isUnwritable = change == nil
            return nil
        }
    }
}
