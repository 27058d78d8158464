@_spi(Host) import ModuleKit
import Synchronization

/// Work that runs once for several simultaneous callers: a caller that arrives during the work waits for the same
/// outcome.
///
/// The work continues if a caller gives up, and is cancelled if all callers give up.
final class SingleFlight<Key: Hashable & Sendable, Outcome: Sendable>: Sendable {
    typealias Work = @Sendable () async -> Outcome

    private struct Flight {
        /// The promise of the outcome. The promise's identity distinguishes this flight from a later flight with the
        /// same key.
        let outcome: Promise<Outcome>
        let task: Task<Void, Never>
        /// Whether the work continues without callers.
        let isDetached: Bool
        var waiting = 0
    }

    private let flights = Mutex<[Key: Flight]>([:])

    /// Returns the outcome of the work for a key, and starts the work unless it is running; `nil` if the caller's task
    /// is cancelled. `joined` is called before the caller waits for the outcome of the work.
    func outcome(for key: Key, joined: () -> Void = {}, work: @escaping Work) async -> Outcome? {
        if Task.isCancelled { return nil }
        let flight = flights.withLock { flights in
            if flights[key] == nil { begin(key, isDetached: false, work, &flights) }
            flights[key]?.waiting += 1
            joined()
            return flights[key]
        }
        guard let flight else { preconditionFailure("the work was begun above") }
        if let outcome = await flight.outcome.waitUnlessCancelled() { return outcome }
        leave(key, flight.outcome)
        return nil
    }

    /// Starts the work for a key without a waiting caller, unless it is running.
    func begin(_ key: Key, _ work: @escaping Work) {
        flights.withLock { flights in
            if flights[key] == nil { begin(key, isDetached: true, work, &flights) }
        }
    }

    private func begin(_ key: Key, isDetached: Bool, _ work: @escaping Work, _ flights: inout [Key: Flight]) {
        let outcome = Promise<Outcome>()
        // The task is detached: the work must not inherit the cancellation, the deadline or the task-local values of
        // one caller.
        let task = Task.detached { self.finish(key, outcome, await work()) }
        flights[key] = Flight(outcome: outcome, task: task, isDetached: isDetached)
    }

    private func finish(_ key: Key, _ outcome: Promise<Outcome>, _ value: Outcome) {
        flights.withLock { flights in
            // If all callers gave up, other work for the key may have begun. The entry of that work must stay.
            if flights[key]?.outcome === outcome { flights[key] = nil }
        }
        outcome.fulfill(value)
    }

    /// Removes a waiting caller. After the last caller, cancels the work, unless the work continues without callers.
    private func leave(_ key: Key, _ outcome: Promise<Outcome>) {
        let task = flights.withLock { flights -> Task<Void, Never>? in
            guard var flight = flights[key], flight.outcome === outcome else { return nil }
            flight.waiting -= 1
            let isLeft = flight.waiting == 0 && !flight.isDetached
            flights[key] = isLeft ? nil : flight
            return isLeft ? flight.task : nil
        }
        task?.cancel()
    }
}
