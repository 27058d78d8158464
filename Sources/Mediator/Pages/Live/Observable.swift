import Synchronization

/// A value that tells whoever is bound to it when it changes; nothing comes back, so that the binding goes one way.
///
/// A view model keeps what its view shows in such values, each in a `let` that nobody else can write. Use it from any task.
///
/// ```swift
/// let rent = Observable(6_800)
/// let binding = rent.bind { print($0) }   // 6800
/// rent.value = 7_200                      // 7200
/// ```
public final class Observable<Value: Sendable>: Sendable {
    private struct Observer {
        let told: @Sendable (Value) -> Void
        /// The version that it was told last.
        var version: UInt64
    }

    private struct State {
        var value: Value
        var version: UInt64 = 1
        var observers: [UInt64: Observer] = [:]
        /// Those who wait for the next change, and no other.
        var watchers: [UInt64: @Sendable () -> Void] = [:]
        var nextID: UInt64 = 0
        var isTelling = false
    }

    private let state: Mutex<State>

    /// Begins with a value.
    public init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The value as it is now; setting it tells whoever is bound to it.
    ///
    /// What a view model's `content` reads is what its page is bound to.
    public var value: Value {
        get {
            let (value, version) = state.withLock { ($0.value, $0.version) }
            Reading.current?.add(self, version: version)
            return value
        }
        set { update { $0 = newValue } }
    }

    /// Changes the value in one step, so that nobody else's change is lost, and tells whoever is bound to it; what a closure
    /// has changed before it throws is changed.
    public func update<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) rethrows -> Result {
        var old: Value?
        var watchers: [@Sendable () -> Void] = []
        defer {
            // The watchers first: they only note that something has changed, and an observer may be slow.
            for watcher in watchers { watcher() }
            tell()
            // What a value does at the end of its life may ask this one: that must not be behind the lock.
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

    /// Tells the observer the value now and after each change, for as long as the binding is kept.
    ///
    /// Calls come one after the other, the last one with the last value; of changes that come faster than the observer is
    /// only the newest told. One that is made while another task's is being told is told by that task.
    public func bind(to observer: @escaping @Sendable (Value) -> Void) -> Binding {
        let id = state.withLock { state in
            state.nextID += 1
            state.observers[state.nextID] = Observer(told: observer, version: 0)
            return state.nextID
        }
        tell()
        return Binding { [weak self] in _ = self?.state.withLock { $0.observers.removeValue(forKey: id) } }
    }

    /// How many are bound to it.
    public var bindingCount: Int { state.withLock { $0.observers.count + $0.watchers.count } }

    /// Tells all who were not told the newest value, unless somebody does so already: that one goes on with it.
    private func tell() {
        let isFirst = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isFirst else { return }
        while let (value, observers) = nextToTell() {
            for observer in observers { observer(value) }
        }
    }

    private func nextToTell() -> (Value, [@Sendable (Value) -> Void])? {
        state.withLock { state in
            let late = state.observers.filter { $0.value.version < state.version }.sorted { $0.key < $1.key }
            guard !late.isEmpty else {
                state.isTelling = false
                return nil
            }
            for (id, _) in late { state.observers[id]?.version = state.version }
            return (state.value, late.map(\.value.told))
        }
    }
}

extension Observable: Observed {
    /// Calls the watcher once, at the first change after a version, which may have been already.
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

/// Keeps an observer bound; it ends with the last reference to it.
public final class Binding: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}
