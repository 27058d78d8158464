import Synchronization

/// Holds tasks until it is opened, and ignores cancellation.
public final class TaskGate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>], arrivals: Int)>(
        (false, [], 0))

    /// Creates a closed gate.
    public init() {}

    /// The number of tasks that have come so far.
    public var arrivals: Int { state.withLock(\.arrivals) }

    /// Waits until the gate is open.
    public func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                state.arrivals += 1
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Releases the waiting tasks and all later ones.
    public func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
