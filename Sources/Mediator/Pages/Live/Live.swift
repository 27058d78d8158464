import Synchronization

/// A value whose changes update the pages that read it.
///
/// A view model stores its state in live values, each in a private `let`. A live value can be used from any task.
///
/// ```swift
/// let rent = Live(6_800)
/// rent.value = 7_200
/// for await newest in rent.values { print(newest) }   // 7200, and each later value
/// ```
public final class Live<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var version: UInt64 = 1
        /// The observers, each with the last version that it received.
        var observers: [UInt64: (notify: @Sendable (Value) -> Void, version: UInt64)] = [:]
        /// The watchers, each of which is called once, at the next change.
        var watchers: [UInt64: @Sendable () -> Void] = [:]
        var nextID: UInt64 = 0
        var isNotifying = false
    }

    private let state: Mutex<State>

    /// Creates a live value.
    public init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The current value; setting it notifies the observers.
    ///
    /// A change of the value updates each page whose view model reads the value in its `content`.
    public var value: Value {
        get {
            let (value, version) = state.withLock { ($0.value, $0.version) }
            DependencyTracker.current?.add(self, version: version)
            return value
        }
        set { update { $0 = newValue } }
    }

    /// Changes the value in one step and notifies the observers. Concurrent changes are not lost.
    /// - Throws: the error of the closure. Changes that the closure made before the error are kept.
    public func update<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) rethrows -> Result {
        var old: Value?
        var watchers: [@Sendable () -> Void] = []
        defer {
            // Watchers are called first, because they only record that something changed, but an observer may be slow.
            for watcher in watchers { watcher() }
            notify()
            // The deinitialiser of the old value may read this value, so it must not run under the lock.
            withExtendedLifetime(old) {}
        }
        return try state.withLock { state in
            old = state.value
            defer {
                state.version += 1
                watchers = Array(state.watchers.values)
                state.watchers = [:]
            }
            return try change(&state.value)
        }
    }

    /// A stream of the current value and later values. The stream ends when the reading task is cancelled. A slow
    /// reader gets only the newest value.
    public var values: AsyncStream<Value> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let binding = bind { continuation.yield($0) }
            // Until the stream ends, the stream keeps this closure, which keeps the live value and the binding.
            continuation.onTermination = { _ in withExtendedLifetime((self, binding)) {} }
        }
    }

    /// Calls the observer with the current value and after each change, as long as the binding exists.
    ///
    /// Calls do not overlap, and the last call has the last value. An observer that is slower than the changes receives
    /// only the newest value. If another task is already notifying observers, that task also reports the new change.
    public func bind(to observer: @escaping @Sendable (Value) -> Void) -> Binding {
        let id = state.withLock { state in
            state.nextID += 1
            state.observers[state.nextID] = (observer, 0)
            return state.nextID
        }
        notify()
        return Binding { [weak self] in _ = self?.state.withLock { $0.observers.removeValue(forKey: id) } }
    }

    /// The number of observers and watchers that are registered.
    @_spi(Host) public var bindingCount: Int { state.withLock { $0.observers.count + $0.watchers.count } }

    /// Notifies all observers that lack the newest value. If another task is already notifying observers, this call
    /// does nothing, because that task also reports the newest value.
    private func notify() {
        let isFirst = state.withLock { state in
            defer { state.isNotifying = true }
            return !state.isNotifying
        }
        guard isFirst else { return }
        while let (value, observers) = nextNotification() {
            for observer in observers { observer(value) }
        }
    }

    private func nextNotification() -> (Value, [@Sendable (Value) -> Void])? {
        state.withLock { state in
            let late = state.observers.filter { $0.value.version < state.version }.sorted { $0.key < $1.key }
            guard !late.isEmpty else {
                state.isNotifying = false
                return nil
            }
            for (id, _) in late { state.observers[id]?.version = state.version }
            return (state.value, late.map(\.value.notify))
        }
    }
}

extension Live {
    /// Calls the watcher once: at the first change after a version, or immediately if the value is already newer.
    func watch(after version: UInt64, _ watcher: @escaping @Sendable () -> Void) -> Binding {
        let id = state.withLock { state -> UInt64? in
            guard state.version == version else { return nil }
            state.nextID += 1
            state.watchers[state.nextID] = watcher
            return state.nextID
        }
        guard let id else {
            watcher()
            return Binding {}
        }
        return Binding { [weak self] in _ = self?.state.withLock { $0.watchers.removeValue(forKey: id) } }
    }
}

/// A record of the live values that a computation reads. It can watch these values for changes.
final class DependencyTracker: Sendable {
    @TaskLocal static var current: DependencyTracker?

    /// For each value, a function that calls a watcher at the first change after the version that was read.
    private let watches = Mutex<[ObjectIdentifier: @Sendable (@escaping @Sendable () -> Void) -> Binding]>([:])

    /// Adds a value that was read. Only the version of the first reading counts: with a later version, a change between
    /// the readings would be missed.
    func add<Value>(_ value: Live<Value>, version: UInt64) {
        watches.withLock { watches in
            guard watches[ObjectIdentifier(value)] == nil else { return }
            watches[ObjectIdentifier(value)] = { value.watch(after: version, $0) }
        }
    }

    /// Calls the watcher at the first change of each value that was read.
    func watch(_ watcher: @escaping @Sendable () -> Void) -> [Binding] {
        watches.withLock { Array($0.values) }.map { $0(watcher) }
    }
}

/// The registration of an observer, which ends with the last reference to the binding.
public final class Binding: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Returns the result of a closure, and bindings to the live values that the closure reads.
    ///
    /// - Parameter changed: called at the first change of each value that was read, as long as the bindings exist.
    /// - Throws: the error of `read`.
    @_spi(Host) public static func following<Value>(
        _ read: () throws -> Value, whenChanged changed: @escaping @Sendable () -> Void
    ) rethrows -> (value: Value, bindings: [Binding]) {
        let tracker = DependencyTracker()
        let value = try DependencyTracker.$current.withValue(tracker, operation: read)
        return (value, tracker.watch(changed))
    }
}
