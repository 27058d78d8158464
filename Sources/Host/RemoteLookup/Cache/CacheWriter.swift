import Dispatch
import Glibc
import Synchronization

/// A background writer of the cache's files, so that a caller gets its answer without waiting for the disk.
///
/// It makes one change after another, for all caches of the process. When the process exits, the exit handler waits
/// only a limited time for the remaining changes, because a cache may lose changes.
final class CacheWriter: Sendable {
    /// The maximum size of waiting changes in bytes; beyond it, a new change is not written to the disk.
    static let byteLimit = 4 << 20
    /// The assumed size of a change without its body, in bytes: the question, the answer's head, and the queue's entry.
    static let overhead = 1_024
    static let timeLimit = DispatchTimeInterval.seconds(1)

    static let shared: CacheWriter = {
        atexit { CacheWriter.shared.settle() }
        return CacheWriter()
    }()

    private let waiting = Mutex(0)
    private let queue = DispatchQueue(label: "switchboard.cache", qos: .utility)
    private let group = DispatchGroup()

    /// Schedules a change of a file; `bytes` is the size of the body that the change retains until it is done.
    func change(bytes: Int, _ perform: @escaping @Sendable () -> Void) {
        let bytes = bytes + Self.overhead
        let fits = waiting.withLock { waiting in
            guard waiting + bytes <= Self.byteLimit else { return false }
            waiting += bytes
            return true
        }
        guard fits else { return }
        queue.async(group: group) {
            perform()
            self.waiting.withLock { $0 -= bytes }
        }
    }

    /// Waits until all changes so far are done, or until the time limit.
    func settle() { _ = group.wait(timeout: .now() + Self.timeLimit) }
}
