import Glibc
package import Platform
import Synchronization

/// Keeps what a running host has found in the store from being removed until the host has ended.
package final class StoreLease: Sendable {
    private static let name = ".in-use"

    private let lock: FileLock

    /// Begins the use of the store in an open folder; `nil` where the user cannot write, and so removes nothing either.
    init?(of entries: borrowing Descriptor) {
        guard let lock = try? FileLock(Self.name, in: entries) else { return nil }
        lock.share()
        self.lock = lock
    }

    /// Does something while no host uses the store, this one excepted; nothing where another one does.
    ///
    /// Only within a `StoreTransaction`: no other host may begin it meanwhile.
    func ifAlone(_ body: () throws(FileError) -> Void) throws(FileError) {
        defer { lock.share() }
        if lock.tryAlone() { try body() }
    }
}

/// Keeps what a running host has found in the store until the host ends, from the moment that there is a store.
package final class StoreHold: Sendable {
    private let store: ModuleStore?
    private let held = Mutex<StoreLease?>(nil)
    /// Whether something was put into the store for this host alone.
    private let isSweeping = Atomic(false)

    /// Holds nothing yet.
    package init(_ store: ModuleStore?) { self.store = store }

    /// Begins to hold the store, where there is one.
    ///
    /// - Returns: the use that began; `nil` where it began before: what this host has loaded is not removed by itself, either.
    @discardableResult
    func begin() -> StoreLease? {
        held.withLock { held in
            guard held == nil else { return nil }
            held = store?.use()
            return held
        }
    }

    /// Has the end remove what is in the store for no later host.
    package func sweepAtEnd() { isSweeping.store(true, ordering: .relaxed) }

    /// Ends the use of the store, which any later change sweeps where this one cannot.
    package func end() {
        let isHeld = held.withLock { held in held.take() != nil }
        guard isHeld, isSweeping.exchange(false, ordering: .relaxed), let store else { return }
        try? StoreTransaction(store, waiting: 1).prune()
    }
}

/// A place in the store: a folder that bears the hash of its content, and the plugin's file in it.
package struct StoreEntry: Sendable, Hashable, Codable {
    /// The hash that all files of the entry have together.
    package let address: ContentHash
    /// The name of the plugin's own file.
    let file: String
}

/// Makes the store's folders.
enum StoreFolder {
    /// Only the user looks into what the host makes, as the XDG Base Directory Specification has it.
    private static let mode: mode_t = 0o700

    /// The store's folder, open; what is missing of it is made, but not what must be there already.
    static func open(_ store: ModuleStore) throws(FileError) -> CheckedFolder {
        _ = try Descriptor(opening: store.ground, Descriptor.placeOnly | O_DIRECTORY)
        var path = ""
        for part in store.entries.split(separator: "/") {
            path += "/" + part
            guard mkdir(path, mode) == 0 || errno == EEXIST else { throw FileError.system(errno) }
        }
        return try CheckedFolder.open(store.folder)
    }
}
