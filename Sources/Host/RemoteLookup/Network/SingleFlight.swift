@_spi(Host) import ModuleKit
import Synchronization

/// Work that several callers want at one time and that runs once: a caller that arrives meanwhile waits for its
/// outcome.
///
/// A caller that gives up does not cancel it for the others; it is cancelled with the last of them.
final class SingleFlight<Key: Hashable & Sendable, Outcome: Sendable>: Sendable {
    typealias Work = @Sendable () async -> Outcome

    private struct Flight {
        let number: Int
        let task: Task<Void, Never>
        /// Whether the work continues without callers.
        let isDetached: Bool
        let outcome = Promise<Outcome>()
        /// The number of callers that wait for the outcome.
        var waiting = 0
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var next = 0

        mutating func number() -> Int {
            next += 1
            return next
        }
    }

    private let state = Mutex(State())

    /// Returns the outcome of the work for a key, and starts the work unless it runs; `nil` if the caller's task is
    /// cancelled.
    ///
    /// - Parameter joined: called before the caller waits, when its outcome is that of the work.
    func outcome(for key: Key, joined: () -> Void = {}, work: @escaping Work) async -> Outcome? {
        if Task.isCancelled { return nil }
        let flight = state.withLock { state in
            if state.flights[key] == nil { begin(key, isDetached: false, work, &state) }
            state.flights[key]?.waiting += 1
            joined()
            return state.flights[key]
        }
        guard let flight else { preconditionFailure("the work was begun above") }
        if let outcome = await flight.outcome.waitUnlessCancelled() { return outcome }
        leave(key, flight.number)
        return nil
    }

    /// Starts the work for a key, unless it runs, without a caller that waits.
    func begin(_ key: Key, _ work: @escaping Work) {
        state.withLock { state in
            if state.flights[key] == nil { begin(key, isDetached: true, work, &state) }
        }
    }

    private func begin(_ key: Key, isDetached: Bool, _ work: @escaping Work, _ state: inout State) {
        let number = state.number()
        // The task is not a caller's: the work has its own cancellation, deadline and local values.
        let task = Task.detached { self.finish(key, number, await work()) }
        state.flights[key] = Flight(number: number, task: task, isDetached: isDetached)
    }

    private func finish(_ key: Key, _ number: Int, _ outcome: Outcome) {
        // Work that all callers have left may have been replaced by another.
        let flight = state.withLock { state in
            state.flights[key]?.number == number ? state.flights.removeValue(forKey: key) : nil
        }
        flight?.outcome.fulfill(outcome)
    }

    /// Cancels the work with its last waiting caller.
    private func leave(_ key: Key, _ number: Int) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard var flight = state.flights[key], flight.number == number else { return nil }
            flight.waiting -= 1
            let isLeft = flight.waiting == 0 && !flight.isDetached
            state.flights[key] = isLeft ? nil : flight
            return isLeft ? flight.task : nil
        }
        task?.cancel()
    }
}
