import Platform

/// Copies the plugins of searched folders into the store as they are found, so that loaded code never changes.
///
/// If the store cannot be written, a plugin is loaded from its own place: the rules for files hold there too, but the
/// file may be overwritten while it runs (Documentation/Decisions/0009).
struct StoreImporter {
    let store: ModuleStore?
    let host: HostIdentity
    let use: StoreLease?
    /// Whether copies stay for later starts.
    var isLasting = true
    /// The copies of searched files, by the paths of the files; `nil` before the first plugin.
    private(set) var copies: [String: StoreEntry]?
    /// The change of the store; it begins with the first plugin that the store does not have.
    private(set) var change: StoreTransaction?
    private(set) var isUnwritable = false
    /// The addresses of the copies that were returned, which are kept even if the files change meanwhile.
    private(set) var found: Set<ContentHash> = []

    /// Reads a plugin, and returns its copy in the store, which is made if it is missing.
    mutating func read(_ name: String, in folder: borrowing CheckedFolder) throws(PluginProblem) -> PluginBundle {
        let bundle = try PluginBundle.read(name, in: folder, host: host)
        guard let store, !isUnwritable, let copy = copy(of: bundle, in: store) else { return bundle }
        found.insert(copy.address)
        return copy
    }

    /// Ends the change of the store, if there was one.
    mutating func finish() {
        guard let change = change.take(), let copies else { return }
        // A failure costs only time at the next start.
        try? change.write(copies)
        try? change.prune(use: use, keeping: found)
    }

    private mutating func copy(of bundle: PluginBundle, in store: ModuleStore) -> PluginBundle? {
        if copies == nil { copies = store.searchedCopies() }
        if let entry = copies?[bundle.main.path], entry.address == bundle.address,
            let copy = try? store.read(entry, host: host)
        {
            return copy
        }
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
