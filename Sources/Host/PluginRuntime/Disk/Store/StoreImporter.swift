import Platform

/// An importer that copies the plugins of searched folders into the store, so that loaded code never changes.
///
/// If the store cannot be written, a plugin is loaded from its own path. The rules for files apply to that file as
/// well, but the file may be overwritten while its code runs (Documentation/Decisions/0009).
struct StoreImporter {
    let store: ModuleStore?
    let host: HostIdentity
    let use: StoreLease?
    /// Whether copies are kept for later starts.
    var isLasting = true
    /// The copies of searched files, keyed by the files' paths; `nil` before the first plugin.
    private(set) var copies: [String: StoreEntry]?
    /// The transaction of this import. It begins with the first plugin that the store does not have.
    private(set) var change: StoreTransaction?
    private(set) var isUnwritable = false
    /// The addresses of the returned copies, which are kept even if the searched files change in the meantime.
    private(set) var found: Set<ContentHash> = []

    /// Reads a plugin, and returns its copy in the store, or the plugin itself if it cannot be copied.
    mutating func read(_ name: String, in folder: borrowing CheckedFolder) throws(PluginProblem) -> PluginBundle {
        let bundle = try PluginBundle.read(name, in: folder, host: host)
        guard let store, !isUnwritable, let copy = copy(of: bundle, in: store) else { return bundle }
        found.insert(copy.address)
        return copy
    }

    /// Ends the transaction, if there is one.
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
