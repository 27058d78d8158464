import Synchronization

/// Holds those who come until it is opened, and pays no heed to cancellation.
public final class TaskGate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>], arrivals: Int)>(
        (false, [], 0))

    /// A gate that is shut.
    public init() {}

    /// How many have come.
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

    /// Lets all through who wait and who come.
    public func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
