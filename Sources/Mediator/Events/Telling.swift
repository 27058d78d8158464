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
    func start(_ body: @escaping @Sendable () async throws -> Void) {
        let task = Task {
            do {
                try await body()
                end(.success(()))
            } catch {
                end(.failure(error))
            }
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
        end(.failure(EventError.deadline(event: event, limit: limit)))
        state.withLock(\.task)?.cancel()
    }

    private func end(_ outcome: Outcome) {
        let waiter = state.withLock { state -> UnsafeContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: outcome)
    }
}
