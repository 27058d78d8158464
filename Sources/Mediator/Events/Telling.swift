import Synchronization

/// One subscriber that is told of an event: over when its handler ends, or when its time is up.
final class Telling: TimeLimited {
    typealias Outcome = Result<Void, any Error>

    private struct State {
        var outcome: Outcome?
        var waiter: UnsafeContinuation<Outcome, Never>?
        var task: Task<Void, Never>?
    }

    let event: String
    let limit: Duration
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    init(_ subscription: Subscription) {
        event = subscription.event
        limit = subscription.deadline
    }

    /// The time that is left, or `nil` where it is over.
    var timeLeft: Duration? {
        state.withLock { $0.outcome == nil ? limit - (ContinuousClock.now - start) : nil }
    }

    /// Starts the handler in a task of its own: one that holds its thread holds nobody else.
    ///
    /// - Parameter late: called where the handler ends when it is over already, other than by its cancellation.
    func start(_ body: @escaping @Sendable () async throws -> Void, late: @escaping @Sendable () -> Void) {
        let task = Task {
            let outcome: Outcome
            do {
                outcome = .success(try await body())
            } catch {
                outcome = .failure(error)
            }
            if !end(outcome), !outcome.isCancellation { late() }
        }
        state.withLock { $0.task = task }
    }

    /// Waits until it is over.
    func outcome() async -> Outcome {
        await withUnsafeContinuation { continuation in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.waiter = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }

    /// Leaves the handler behind, if it is not over.
    func expire() {
        _ = end(.failure(EventError.deadline(event: event, limit: limit)))
        state.withLock(\.task)?.cancel()
    }

    /// - Returns: whether it was not over before.
    private func end(_ outcome: Outcome) -> Bool {
        let (isFirst, waiter) = state.withLock { state in
            guard state.outcome == nil else { return (false, nil as UnsafeContinuation<Outcome, Never>?) }
            state.outcome = outcome
            defer { state.waiter = nil }
            return (true, state.waiter)
        }
        waiter?.resume(returning: outcome)
        return isFirst
    }
}

extension Telling.Outcome {
    fileprivate var isCancellation: Bool {
        if case .failure(let error) = self { error is CancellationError } else { false }
    }
}
