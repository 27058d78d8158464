import Dispatch
import Glibc
@_spi(Host) import ModuleKit
import Synchronization

/// The code of modules that was left behind at its deadline and still runs.
///
/// Code that cannot suspend is never left by its request, which waits on its thread: a look at the table in each second
/// finds it.
final class LeftWork: Sendable {
    private struct Item {
        let module: String
        let holdsThread: Bool
        /// In seconds since 1970.
        let since: Int
    }

    private struct State {
        /// By their slots in the table.
        var items: [Int: Item] = [:]
        var whenFull: (@Sendable (String) -> Void)?
        /// What held a thread at the last look, and when it was seen first.
        var seen: [(code: [UInt64], since: ContinuousClock.Instant)?] = []
    }

    /// At so many threads and tasks of a module it is stopped.
    static let limit = 8

    private let activities: ActivityTable
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.left-work")

    init(_ activities: ActivityTable) {
        self.activities = activities
        activities.observeLeftCode { [weak self] in self?.note($0) }
    }

    /// Sets the closure that stops a module with too much work left behind; it returns at once.
    func whenFull(_ body: @escaping @Sendable (_ module: String) -> Void) { state.withLock { $0.whenFull = body } }

    /// Looks from now on for code that holds its thread for longer than a limit.
    ///
    /// - Parameter held: receives what it finds, at each look.
    func watchThreads(limit: Duration, _ held: @escaping @Sendable (ActivityTable.Activity) -> Void) {
        queue.asyncAfter(deadline: .now() + 1) { [weak self] in
            self?.look(limit).forEach(held)
            self?.watchThreads(limit: limit, held)
        }
    }

    /// What a module has left behind; `nil` if there is nothing.
    func left(by module: String) -> LeftCode? {
        let items = state.withLock { $0.items.values.filter { $0.module == module } }
        guard let since = items.map(\.since).min() else { return nil }
        let threads = items.count { $0.holdsThread }
        return LeftCode(since: since, threads: threads, tasks: items.count - threads)
    }

    private func note(_ code: ActivityTable.LeftCode) {
        let module = code.activity.module
        let whenFull = state.withLock { state -> (@Sendable (String) -> Void)? in
            if code.hasEnded {
                state.items[code.slot] = nil
                return nil
            }
            state.items[code.slot] = Item(
                module: module, holdsThread: code.activity.holdsThread, since: time(nil))
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
