import Dispatch
import Synchronization

/// An operation with a time limit.
protocol TimeLimited: AnyObject, Sendable {
    /// The remaining time; `nil` while the operation's clock is paused, and after the operation has ended.
    var timeLeft: Duration? { get }

    /// Ends the operation because its time is up; runs on the clock's queue, so it must return immediately.
    func expire()
}

/// The clock of a mediator, which ends operations at their deadlines; tests can move it.
///
/// Times are durations since a fixed instant, because the compiler does not know the size of an instant or of a type
/// that contains one. The clock waits on its own queue, so a handler that blocks its thread does not delay the
/// deadlines of others.
@_spi(Host) public final class Deadlines: Sendable {
    private struct Entry: Comparable {
        let instant: Duration
        let operation: any TimeLimited
        /// The number of the entry, which distinguishes several entries of one operation.
        let number: Int

        static func < (first: Entry, second: Entry) -> Bool { first.instant < second.instant }
        static func == (first: Entry, second: Entry) -> Bool { first.instant == second.instant }
    }

    private struct State {
        var entries = Heap<Entry>()
        /// The number of entries at which the entries of ended operations are discarded.
        var limit = 64
        /// The number of entries added so far.
        var count = 0
        /// The time of the queue's next check; wake-ups scheduled for other times have no effect.
        var wakeUp: Duration?
    }

    /// The clock of operations without a mediator.
    public static let shared = Deadlines()
    /// The instant from which the clock counts.
    public static let start = ContinuousClock.now

    /// The time by which a test has moved the clock, in nanoseconds.
    private let moved = Atomic<Int64>(0)
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.deadlines")

    /// The time on the clock.
    public var now: Duration { Self.start.duration(to: .now) + .nanoseconds(moved.load(ordering: .relaxed)) }

    /// Moves the clock forward by at most a year, and ends the operations whose time is up by then.
    public func advance(by time: Duration) {
        let nanoseconds = Int64(min(max(time, .zero), .seconds(31_536_000)) / .nanoseconds(1))
        moved.wrappingAdd(nanoseconds, ordering: .relaxed)
        expireDue(at: nil)
    }

    /// The number of watched operations, including some that have ended.
    var count: Int { state.withLock { $0.entries.count } }

    /// Watches an operation until it expires, ends or pauses; after a pause, it must be watched again.
    func watch(_ operation: some TimeLimited) {
        let moved = moved.load(ordering: .relaxed)
        let now = now
        guard let left = operation.timeLeft else { return }
        let instant = now + left
        let (isFirst, candidates) = state.withLock { state -> (Bool, [Entry]) in
            let candidates = state.entries.count >= state.limit ? state.entries.elements : []
            if !candidates.isEmpty { state.limit = candidates.count * 2 }
            state.count += 1
            state.entries.insert(Entry(instant: instant, operation: operation, number: state.count))
            if let wakeUp = state.wakeUp, wakeUp <= instant { return (false, candidates) }
            state.wakeUp = instant
            return (true, candidates)
        }
        if !candidates.isEmpty { discardEnded(among: candidates) }
        if isFirst { wakeUp(at: instant, after: left) }
        // A test may have moved the clock before the entry was added.
        if moved != self.moved.load(ordering: .relaxed) { expireDue(at: nil) }
    }

    /// Discards the entries of ended operations, so that memory stays proportional to the number of running ones.
    ///
    /// Checks without the lock: a check may drop the last reference to an operation, whose end may run module code.
    private func discardEnded(among candidates: [Entry]) {
        let ended = Set(candidates.filter { $0.operation.timeLeft == nil }.map(\.number))
        let discarded = state.withLock { state in
            let discarded = state.entries.removeAll { ended.contains($0.number) }
            state.limit = max(64, state.entries.count * 2)
            return discarded
        }
        withExtendedLifetime(discarded) {}
    }

    private func wakeUp(at instant: Duration, after time: Duration) {
        // The wait is at most a day; the queue then checks again.
        let (seconds, attoseconds) = min(time, .seconds(86_400)).components
        let nanoseconds = max(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000), 0)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
            self?.expireDue(at: instant)
        }
    }

    /// Ends the due operations: unconditionally if `instant` is `nil`, otherwise only if that wake-up is still valid.
    private func expireDue(at instant: Duration?) {
        let now = now
        let (due, next) = state.withLock { state -> ([any TimeLimited], Duration?) in
            guard instant == nil || state.wakeUp == instant else { return ([], nil) }
            var due: [any TimeLimited] = []
            while let first = state.entries.first, first.instant <= now {
                due.append(first.operation)
                _ = state.entries.popFirst()
            }
            state.wakeUp = state.entries.first?.instant
            return (due, state.wakeUp)
        }
        if let next { wakeUp(at: next, after: next - now) }
        // Time is left if the operation's clock was paused, or if the thread that added its entry was suspended.
        for operation in due {
            guard let left = operation.timeLeft else { continue }
            if left <= .zero { operation.expire() } else { watch(operation) }
        }
    }
}

/// A countdown that can be paused, in times of a mediator's clock.
struct DeadlineClock {
    private var end: Duration
    /// The remaining time when the countdown was last paused.
    private var remaining: Duration
    /// The number of operations that wait for user input.
    private var pauses = 0

    init(limit: Duration, at now: Duration) {
        end = now + limit
        remaining = limit
    }

    /// Returns the remaining time, or `nil` during a pause.
    func left(at now: Duration) -> Duration? { pauses == 0 ? end - now : nil }

    mutating func pause(at now: Duration) {
        if let left = left(at: now) { remaining = left }
        pauses += 1
    }

    /// Ends a pause, and returns whether the countdown runs again, in which case the operation must be watched again.
    mutating func resume(at now: Duration) -> Bool {
        pauses -= 1
        guard pauses == 0 else { return false }
        end = now + remaining
        return true
    }
}

extension Duration {
    /// The duration in seconds with at most three decimals: `10`, `0.5`; at least `0.001` unless zero.
    var secondsText: String {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        if milliseconds == 0 { return seconds == 0 && attoseconds > 0 ? "0.001" : "\(seconds)" }
        var decimals = "\(1_000 + milliseconds)".dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(seconds).\(decimals)"
    }
}
