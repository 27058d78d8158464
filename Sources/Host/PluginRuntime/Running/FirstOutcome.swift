import Synchronization

/// Whichever outcome comes first; one task waits for it.
final class FirstOutcome<Value: Sendable>: Sendable {
    private struct State {
        var isOver = false
        var value: Value?
        var waiter: UnsafeContinuation<Value?, Never>?
    }

    private let state = Mutex(State())

    /// Gives the outcome; `nil` says that nobody will. What comes second changes nothing.
    func end(_ value: Value?) {
        let waiter = state.withLock { state -> UnsafeContinuation<Value?, Never>? in
            guard !state.isOver else { return nil }
            state.isOver = true
            state.value = value
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: value)
    }

    /// Waits for the outcome.
    func outcome() async -> Value? {
        await withUnsafeContinuation { continuation in
            let (isOver, value) = state.withLock { state in
                if !state.isOver { state.waiter = continuation }
                return (state.isOver, state.value)
            }
            if isOver { continuation.resume(returning: value) }
        }
    }
}
