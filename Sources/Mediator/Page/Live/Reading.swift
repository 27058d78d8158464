import Synchronization

/// A value that can be watched.
protocol Observed: AnyObject, Sendable {
    /// Calls the watcher once, at the first change after a version, which may have been already.
    func watch(after version: UInt64, _ watcher: @escaping @Sendable () -> Void) -> Binding
}

/// Which values were read while something was made of them.
final class Reading: Sendable {
    /// The reading that goes on in the current task.
    @TaskLocal static var current: Reading?

    private struct Source {
        let value: any Observed
        let version: UInt64
    }

    private let sources = Mutex<[ObjectIdentifier: Source]>([:])

    /// Makes something and remembers what was read for it.
    static func of<Value>(_ make: () throws -> Value) rethrows -> (Value, Reading) {
        let reading = Reading()
        return (try $current.withValue(reading, operation: make), reading)
    }

    /// Remembers a value that was read; of several versions the first one, since a change came after it.
    func add(_ value: some Observed, version: UInt64) {
        sources.withLock { sources in
            guard sources[ObjectIdentifier(value)] == nil else { return }
            sources[ObjectIdentifier(value)] = Source(value: value, version: version)
        }
    }

    /// Calls the watcher at the first change of each value that was read.
    func watch(_ watcher: @escaping @Sendable () -> Void) -> [Binding] {
        sources.withLock { Array($0.values) }.map { $0.value.watch(after: $0.version, watcher) }
    }
}
