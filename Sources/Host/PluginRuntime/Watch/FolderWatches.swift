import Synchronization

/// The folders that a shell watches, until it ends them.
final class FolderWatches: Sendable {
    private let watches = Mutex<[String: FolderWatch]>([:])

    /// The folders, sorted.
    var folders: [String] { watches.withLock { $0.keys.sorted() } }

    /// Adds a folder; an earlier watch of it ends.
    func add(_ watch: FolderWatch, of folder: String) {
        watches.withLock { $0.updateValue(watch, forKey: folder) }?.stop()
    }

    /// Forgets a watch that has ended, unless there is another one of its folder.
    func remove(_ watch: FolderWatch, of folder: String) {
        watches.withLock { if $0[folder] === watch { $0[folder] = nil } }
    }

    /// Ends all of them.
    func end() {
        let ended = watches.withLock { watches in
            defer { watches = [:] }
            return watches.values.map(\.self)
        }
        for watch in ended { watch.stop() }
    }
}
