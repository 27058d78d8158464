import Dispatch
import Glibc
import Synchronization

/// Changes the files of the cache behind the answers' back: whoever asked is answered first, and waits for no disk.
///
/// One change after the other, for all caches of the process. Of two changes of one file the later one takes the other's
/// place. At the exit of the process, what is left is waited for, but not for long: it is only a cache.
final class CacheWriter: Sendable {
    /// How many bytes may wait; what comes while it is more is not kept on the disk.
    static let byteLimit = 4 << 20
    /// What a change takes beside its body: the question, the head of the answer, and the place in the queue.
    static let overhead = 1_024
    /// How long what is left is waited for.
    static let patience = DispatchTimeInterval.seconds(1)

    /// The one of the process.
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

    /// Has a file changed soon.
    ///
    /// - Parameters:
    ///   - path: the file, by which a later change finds this one.
    ///   - bytes: the size of the body that it holds on to until then.
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

    /// Waits until everything is done that was asked for so far, or the patience is at its end.
    func settle() { _ = group.wait(timeout: .now() + Self.patience) }

    private func perform(_ path: String) {
        let change = state.withLock { state in
            let change = state.changes.removeValue(forKey: path)
            state.bytes -= change?.bytes ?? 0
            return change
        }
        change?.perform()
    }
}
