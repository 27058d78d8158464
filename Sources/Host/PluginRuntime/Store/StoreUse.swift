import Glibc

/// Keeps what a running host has found in the store from being removed until the host has ended.
final class StoreUse: Sendable {
    private static let name = ".in-use"

    private let lock: FileLock

    /// Begins the use of the store in an open folder; `nil` where nobody can remove anything from it either.
    init?(of entries: borrowing Descriptor) {
        guard let lock = try? FileLock(Self.name, in: entries) else { return nil }
        lock.share()
        self.lock = lock
    }

    /// Does something while no host uses the store, this one excepted; nothing where another one does.
    ///
    /// Only within a `StoreChange`: nobody else may begin it meanwhile.
    func ifAlone(_ body: () throws(FileError) -> Void) throws(FileError) {
        defer { lock.share() }
        if lock.tryAlone() { try body() }
    }
}
