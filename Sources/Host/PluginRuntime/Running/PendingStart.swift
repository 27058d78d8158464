import Synchronization

/// A start of a module that is on its way; any number of tasks wait for what comes of it.
final class PendingStart: Sendable {
    typealias Outcome = Result<Void, LoadError>

    private struct State {
        var outcome: Outcome?
        var waiters: [FirstOutcome<Outcome>] = []
    }

    private let state = Mutex(State())

    /// Tells all who wait, and who will, what came of it.
    func end(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.end(outcome) }
    }

    /// Waits for what comes of it.
    func hasEnded() async { _ = await waiter().outcome() }

    /// What came of it; `nil` where whoever waits is cancelled first, which does not end the start itself.
    func outcomeUnlessCancelled() async -> Outcome? {
        let waiter = waiter()
        return await withTaskCancellationHandler {
            await waiter.outcome()
        } onCancel: {
            waiter.end(nil)
        }
    }

    private func waiter() -> FirstOutcome<Outcome> {
        let waiter = FirstOutcome<Outcome>()
        let outcome = state.withLock { state in
            if state.outcome == nil { state.waiters.append(waiter) }
            return state.outcome
        }
        if let outcome { waiter.end(outcome) }
        return waiter
    }
}
