import Synchronization

/// Code that runs in a task of its own, so that whoever waits for it can leave it behind.
///
/// It ends or it is left, whichever comes first; the other one changes nothing.
final class StageRun<Value: Sendable, Failure: Error>: Leavable {
    /// What came of the code, or `nil` where it was left behind.
    typealias Outcome = Result<Value, Failure>?

    private enum State {
        case running
        case awaited(UnsafeContinuation<Outcome, Never>)
        case over(Outcome)

        var outcome: Outcome? {
            if case .over(let outcome) = self { .some(outcome) } else { nil }
        }
    }

    private let state = Mutex(State.running)

    /// The outcome, once there is one.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    /// Says what came of the code.
    ///
    /// - Returns: whether it was not left behind before.
    func end(_ result: Result<Value, Failure>) -> Bool { finish(result) }

    /// Leaves the code behind, unless it has ended.
    func leave() { _ = finish(nil) }

    /// Waits until the code has ended or is left behind; once.
    func wait() async -> Outcome {
        await withUnsafeContinuation { continuation in
            let outcome: Outcome? = state.withLock { state in
                if state.outcome == nil { state = .awaited(continuation) }
                return state.outcome
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    private func finish(_ outcome: Outcome) -> Bool {
        let (isFirst, waiter) = state.withLock { state -> (Bool, UnsafeContinuation<Outcome, Never>?) in
            defer { if state.outcome == nil { state = .over(outcome) } }
            return switch state {
            case .running: (true, nil)
            case .awaited(let waiter): (true, waiter)
            case .over: (false, nil)
            }
        }
        waiter?.resume(returning: outcome)
        return isFirst
    }
}
