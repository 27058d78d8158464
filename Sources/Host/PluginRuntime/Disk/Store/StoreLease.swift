import Glibc
package import Platform
import Synchronization

/// A lock that keeps the store's entries from being removed while this host runs.
package final class StoreLease: Sendable {
    private static let name = ".in-use"

    private let lock: FileLock

    /// Begins the use of the store in an open folder; `nil` if the user cannot write to the folder, and so cannot
    /// remove entries.
    init?(of entries: borrowing Descriptor) {
        guard let lock = try? FileLock(Self.name, in: entries) else { return nil }
        lock.share()
        self.lock = lock
    }

    /// Runs a function if no other host uses the store; otherwise does nothing.
    ///
    /// Call it only within a `StoreTransaction`, so that no other host begins a change in the meantime.
    func ifAlone(_ body: () throws(FileError) -> Void) throws(FileError) {
        defer { lock.share() }
        if lock.tryAlone() { try body() }
    }
}

/// The host's lease on the store, held from the moment that the store exists until the host ends.
package final class StoreHold: Sendable {
    private let store: ModuleStore?
    private let held = Mutex<StoreLease?>(nil)
    /// Whether entries were put into the store for this host alone.
    private let isSweeping = Atomic(false)

    /// Creates a hold without a lease.
    package init(_ store: ModuleStore?) { self.store = store }

    /// Takes the lease on the store and returns it; `nil` if there is no store, or if this host already has a lease.
    @discardableResult
    func begin() -> StoreLease? {
        held.withLock { held in
            guard held == nil else { return nil }
            held = store?.use()
            return held
        }
    }

    /// Makes `end()` remove the entries that no later host needs.
    package func pruneAtEnd() { isSweeping.store(true, ordering: .relaxed) }

    /// Releases the lease. If entries cannot be removed now, the next change of the store removes them.
    package func end() {
        let isHeld = held.withLock { held in held.take() != nil }
        guard isHeld, isSweeping.exchange(false, ordering: .relaxed), let store else { return }
        try? StoreTransaction(store, waiting: 1).prune()
    }
}

/// An entry of the store: a folder that is named by the hash of its content and contains the plugin's file.
package struct StoreEntry: Sendable, Hashable, Codable {
    /// The hash of all files of the entry together.
    package let address: ContentHash
    /// The name of the plugin's own file.
    let file: String
}
