import Dispatch
import Synchronization

/// Watches clocks, and tells whose time is up.
///
/// It waits on a queue of its own, for a handler that blocks its thread must not keep the clocks from being looked at.
final class Deadlines<Subject: TimeLimited>: Sendable {
    private struct Entry {
        let instant: ContinuousClock.Instant
        let subject: Subject
    }

    private struct State {
        /// In order of their instants.
        var entries: [Entry] = []
        /// How many entries there may be before those that are over are thrown out.
        var limit = 64
        /// When the queue looks again; what it was asked for before has no effect any more.
        var wakeUp: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.deadlines")
    private let expire: @Sendable (Subject) -> Void

    /// Calls the closure for each whose time is up and that is not over.
    init(expire: @escaping @Sendable (Subject) -> Void) { self.expire = expire }

    /// Watches one until its time is up, it is over, or its clock stops; whoever starts it again says so.
    func watch(_ subject: Subject) {
        guard let left = subject.timeLeft else { return }
        let instant = ContinuousClock.now + left
        let isFirst = state.withLock { state -> Bool in
            Self.discardEnded(&state)
            let place = state.entries.lastIndex { $0.instant <= instant }.map { $0 + 1 } ?? 0
            state.entries.insert(Entry(instant: instant, subject: subject), at: place)
            if let wakeUp = state.wakeUp, wakeUp <= instant { return false }
            state.wakeUp = instant
            return true
        }
        if isFirst { wakeUp(at: instant, after: left) }
    }

    private func wakeUp(at instant: ContinuousClock.Instant, after time: Duration) {
        let (seconds, attoseconds) = time.components
        let nanoseconds = max(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000), 0)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
            self?.expireDue(at: instant)
        }
    }

    private func expireDue(at instant: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        let (due, next) = state.withLock { state -> ([Subject], ContinuousClock.Instant?) in
            guard state.wakeUp == instant else { return ([], nil) }
            let count = state.entries.firstIndex { $0.instant > now } ?? state.entries.count
            let due = state.entries[..<count].map(\.subject)
            state.entries.removeSubrange(..<count)
            state.wakeUp = state.entries.first?.instant
            return (due, state.wakeUp)
        }
        if let next { wakeUp(at: next, after: next - now) }
        // A clock that was stopped for a while has time left, and an entry of its own where it was started again.
        for subject in due { if let left = subject.timeLeft, left <= .zero { expire(subject) } }
    }

    /// Keeps memory in proportion to those that are not over.
    private static func discardEnded(_ state: inout State) {
        guard state.entries.count >= state.limit else { return }
        state.entries.removeAll { $0.subject.timeLeft == nil }
        state.limit = max(64, state.entries.count * 2)
    }
}
