import Dispatch
import Glibc
import Synchronization

/// A writer of the cache's files in the background: a caller gets its answer first, and waits for no disk.
///
/// It makes one change after the other, for all caches of the process. Of two changes of one file the later one
/// replaces the other. At the exit of the process, it waits for the rest, but not for long, since it is only a cache.
final class CacheWriter: Sendable {
    /// The maximum size of waiting changes in bytes; beyond it, a new change is not written to the disk.
    static let byteLimit = 4 << 20
    /// The size of a change besides its body: the question, the head of the answer, and the place in the queue.
    static let overhead = 1_024
    /// The time limit of the wait for the rest.
    static let timeLimit = DispatchTimeInterval.seconds(1)

    static let shared: CacheWriter = {
        atexit { CacheWriter.shared.settle() }
        return CacheWriter()
    }()

    private struct Change {
        let bytes: Int
        let perform: @Sendable () -> Void
    }

    private struct State {
        var changes: [String: Change] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.cache", qos: .utility)
    private let group = DispatchGroup()

    /// Changes a file soon.
    ///
    /// - Parameters:
    ///   - path: the file, by which a later change finds this one.
    ///   - bytes: the size of the body that the change retains until then.
    func change(_ path: String, bytes: Int, _ perform: @escaping @Sendable () -> Void) {
        let bytes = bytes + Self.overhead
        let isNew = state.withLock { state in
            guard state.bytes + bytes <= Self.byteLimit else { return false }
            let old = state.changes.updateValue(Change(bytes: bytes, perform: perform), forKey: path)
            state.bytes += bytes - (old?.bytes ?? 0)
            return old == nil
        }
        if isNew { queue.async(group: group) { self.perform(path) } }
    }

    /// Waits until all changes so far are done, or until the time limit.
    func settle() { _ = group.wait(timeout: .now() + Self.timeLimit) }

    private func perform(_ path: String) {
        let change = state.withLock { state in
            let change = state.changes.removeValue(forKey: path)
            state.bytes -= change?.bytes ?? 0
            return change
        }
        change?.perform()
    }
}
