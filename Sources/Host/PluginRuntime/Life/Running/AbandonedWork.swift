import Dispatch
import Glibc
@_spi(Host) import ModuleKit
import Synchronization

/// The code of modules that was abandoned at a deadline and still runs.
///
/// A request reports the code that it abandons. If the code never suspends, its request cannot end, so nothing is
/// reported. `watchThreads` finds this code: it looks at the table of activities once a second.
final class AbandonedWork: Sendable {
    private struct State {
        /// The abandoned code, keyed by its slot in the table of activities. `since` is the time at which it was
        /// abandoned, in seconds since 1970.
        var items: [Int: (module: String, holdsThread: Bool, since: Int)] = [:]
        var whenFull: (@Sendable (String) -> Void)?
        /// The code that held each thread at the last look, and the time at which that code was first seen.
        var seen: [(code: [UInt64], since: ContinuousClock.Instant)?] = []
    }

    /// A module with this number of abandoned threads and tasks is stopped.
    static let limit = 8

    private let activities: ActivityTable
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.left-work")

    init(_ activities: ActivityTable) {
        self.activities = activities
        activities.observeAbandonedCode { [weak self] in self?.note($0) }
    }

    /// Sets the closure that stops a module with too much abandoned code. The closure must return immediately.
    func whenFull(_ body: @escaping @Sendable (_ module: String) -> Void) { state.withLock { $0.whenFull = body } }

    /// Begins to look once a second for code that holds its thread for longer than a limit. `held` receives the code
    /// that each look finds.
    func watchThreads(limit: Duration, _ held: @escaping @Sendable (ActivityTable.Activity) -> Void) {
        queue.asyncAfter(deadline: .now() + 1) { [weak self] in
            self?.look(limit).forEach(held)
            self?.watchThreads(limit: limit, held)
        }
    }

    /// Returns a module's abandoned code; `nil` if there is none.
    func left(by module: String) -> AbandonedCode? {
        let items = state.withLock { $0.items.values.filter { $0.module == module } }
        guard let since = items.map(\.since).min() else { return nil }
        let threads = items.count { $0.holdsThread }
        return AbandonedCode(since: since, threads: threads, tasks: items.count - threads)
    }

    private func note(_ code: ActivityTable.AbandonedCode) {
        let module = code.activity.module
        let whenFull = state.withLock { state -> (@Sendable (String) -> Void)? in
            if code.hasEnded {
                state.items[code.slot] = nil
                return nil
            }
            state.items[code.slot] = (module, code.activity.holdsThread, time(nil))
            return state.items.values.count { $0.module == module } == Self.limit ? state.whenFull : nil
        }
        whenFull?(module)
    }

    private func look(_ limit: Duration) -> [ActivityTable.Activity] {
        let (now, held) = (ContinuousClock.now, activities.heldThreads)
        let late = state.withLock { state -> [Int] in
            let former = state.seen
            state.seen = held.enumerated().map { slot, code in
                guard let code else { return nil }
                if slot < former.count, let seen = former[slot], seen.code == code { return seen }
                return (code, now)
            }
            return state.seen.indices.filter { slot in state.seen[slot].map { now - $0.since >= limit } ?? false }
        }
        for slot in late { activities.leave(slot) }
        return late.compactMap(activities.running)
    }
}
