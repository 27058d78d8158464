import Synchronization

/// Work that many may want at the same time and that is done once: who comes while it runs waits for its outcome.
///
/// One who gives up does not end it for the others; it is cancelled with the last of them.
final class Flights<Outcome: Sendable>: Sendable {
    typealias Work = @Sendable () async -> Outcome

    private struct Flight {
        let number: Int
        let task: Task<Void, Never>
        /// Whether it goes on when nobody waits.
        let isDetached: Bool
        var waiting: [Int: CheckedContinuation<Outcome?, Never>]
    }

    private struct State {
        var flights: [String: Flight] = [:]
        var next = 0

        mutating func number() -> Int {
            next += 1
            return next
        }
    }

    private let state = Mutex(State())

    /// The outcome of the work for a key, which is begun unless it runs; `nil` where the caller's task is cancelled.
    func outcome(for key: String, _ work: @escaping Work) async -> Outcome? {
        let waiter = state.withLock { $0.number() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isJoined = state.withLock { state in
                    // Whoever is cancelled before this finds nobody to wake; after it, there is somebody.
                    guard !Task.isCancelled else { return false }
                    if state.flights[key] == nil { begin(key, isDetached: false, work, &state) }
                    state.flights[key]?.waiting[waiter] = continuation
                    return true
                }
                if !isJoined { continuation.resume(returning: nil) }
            }
        } onCancel: {
            leave(key, waiter)
        }
    }

    /// Begins the work for a key, unless it runs, for nobody who waits.
    func begin(_ key: String, _ work: @escaping Work) {
        state.withLock { state in
            if state.flights[key] == nil { begin(key, isDetached: true, work, &state) }
        }
    }

    private func begin(_ key: String, isDetached: Bool, _ work: @escaping Work, _ state: inout State) {
        let number = state.number()
        // No task of a caller's: its cancellation, deadline and local values are not those of the work.
        let task = Task.detached { self.finish(key, number, await work()) }
        state.flights[key] = Flight(number: number, task: task, isDetached: isDetached, waiting: [:])
    }

    private func finish(_ key: String, _ number: Int, _ outcome: Outcome) {
        let waiting = state.withLock { state -> [CheckedContinuation<Outcome?, Never>] in
            // One that everybody has left made room for another.
            guard let flight = state.flights[key], flight.number == number else { return [] }
            state.flights[key] = nil
            return Array(flight.waiting.values)
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
    }

    private func leave(_ key: String, _ waiter: Int) {
        let (continuation, task) = state.withLock { state in
            let continuation = state.flights[key]?.waiting.removeValue(forKey: waiter)
            guard continuation != nil, let flight = state.flights[key], flight.waiting.isEmpty, !flight.isDetached
            else { return (continuation, Task<Void, Never>?.none) }
            state.flights[key] = nil
            return (continuation, flight.task)
        }
        task?.cancel()
        continuation?.resume(returning: nil)
    }
}
