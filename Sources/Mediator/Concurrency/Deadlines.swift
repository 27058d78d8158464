import Dispatch
import Synchronization

/// An operation with a time limit.
protocol TimeLimited: AnyObject, Sendable {
    /// The remaining time; `nil` while the operation's clock is paused, and after the operation has ended.
    var timeLeft: Duration? { get }

    /// Ends the operation because its time is up. The method runs on the clock's queue, so it must return immediately.
    func expire()
}

/// A clock that ends operations at their deadlines. Each mediator has one, and tests can move it forward.
///
/// A time is a `Duration` since a fixed instant, not a `ContinuousClock.Instant`, whose size is known only at run time.
/// The clock waits on its own queue, so a handler that blocks its thread does not delay the deadlines of other
/// requests.
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
        /// When there are this many entries, the entries of ended operations are discarded.
        var limit = 64
        /// The number of entries added so far.
        var count = 0
        /// The time of the queue's next check; wake-ups scheduled for other times have no effect.
        var wakeUp: Duration?
    }

    /// The clock for operations that do not belong to a mediator.
    public static let shared = Deadlines()
    /// The instant at which the time on every clock is zero.
    public static let start = ContinuousClock.now

    /// The duration by which tests have moved the clock forward, in nanoseconds.
    private let moved = Atomic<Int64>(0)
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "switchboard.deadlines")

    /// The time on the clock.
    public var now: Duration { Self.start.duration(to: .now) + .nanoseconds(moved.load(ordering: .relaxed)) }

    /// Moves the clock forward, by at most a year, and ends the operations that are due at the new time.
    public func advance(by time: Duration) {
        let nanoseconds = Int64(min(max(time, .zero), .seconds(31_536_000)) / .nanoseconds(1))
        moved.wrappingAdd(nanoseconds, ordering: .relaxed)
        expireDue(at: nil)
    }

    /// The number of watched operations, including ended operations that are not discarded yet.
    var count: Int { state.withLock { $0.entries.count } }

    /// Watches an operation until it expires, ends or pauses. After a pause, the operation must be watched again.
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
        // If a test moved the clock before the entry was added, `advance(by:)` did not see the entry.
        if moved != self.moved.load(ordering: .relaxed) { expireDue(at: nil) }
    }

    /// Discards the entries of ended operations, to keep memory proportional to the number of running operations.
    ///
    /// The operations are checked without the lock: a check may release the last reference to an operation, and the
    /// operation's deinitialization may run module code.
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

    /// Ends the operations that are due.
    ///
    /// - Parameter instant: for a wake-up, the time for which it was scheduled; otherwise `nil`. A wake-up does nothing
    ///   if the queue's next check has a different time.
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
        // A due operation still has time left if a pause moved its deadline, or if its thread was suspended in `watch`
        // between reading the clock and reading `timeLeft`.
        for operation in due {
            guard let left = operation.timeLeft else { continue }
            if left <= .zero { operation.expire() } else { watch(operation) }
        }
    }
}

/// A countdown that can be paused. Each `now` is a reading of a mediator's clock.
struct DeadlineClock {
    private var end: Duration
    /// The remaining time when the countdown was last paused.
    private var remaining: Duration
    /// The number of pauses that have not ended.
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

    /// Ends a pause. Returns whether the countdown runs again; if so, the caller must watch the operation again.
    mutating func resume(at now: Duration) -> Bool {
        pauses -= 1
        guard pauses == 0 else { return false }
        end = now + remaining
        return true
    }
}

extension Duration {
    /// The duration in seconds with at most three decimals, such as `10` or `0.5`; less than a millisecond is `0.001`.
    @_spi(Host) public var secondsText: String {
        let (seconds, attoseconds) = components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        if milliseconds == 0 { return seconds == 0 && attoseconds > 0 ? "0.001" : "\(seconds)" }
        var decimals = "\(1_000 + milliseconds)".dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(seconds).\(decimals)"
    }
}
