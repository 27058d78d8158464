import Synchronization

/// A value that is known later: the first one that it is given stands, what comes after that is dropped.
final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: CheckedContinuation<Value, Never>?
    }

    private let state = Mutex(State())

    /// The value, as soon as it is known; for one caller.
    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if state.value == nil { state.waiting = continuation }
                    return state.value
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    var isKept: Bool { state.withLock { $0.value != nil } }

    /// Gives it its value; `false` where it has one already.
    @discardableResult
    func keep(_ value: Value) -> Bool {
        let (isFirst, waiting) = state.withLock { state in
            guard state.value == nil else { return (false, CheckedContinuation<Value, Never>?.none) }
            state.value = value
            defer { state.waiting = nil }
            return (true, state.waiting)
        }
        waiting?.resume(returning: value)
        return isFirst
    }
}
