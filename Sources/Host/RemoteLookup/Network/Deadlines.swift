import Synchronization

/// The deadlines of transfers. One task sleeps until the first of them, however many there are, so that a transfer that
/// ends in time, as nearly all do, costs no timer.
final class Deadlines: Sendable {
    /// The longest time that differs from "for ever", about 34 years.
    private static let longest = Duration.seconds(1 << 30)

    private struct Deadline {
        let time: Duration
        let giveUp: @Sendable () -> Void
    }

    private struct State {
        var deadlines: [Int: Deadline] = [:]
        var next = 0
        /// The time until which a task sleeps.
        var alarm: Duration?
    }

    private let timing: Timing
    private let state = Mutex(State())

    init(_ timing: Timing) { self.timing = timing }

    /// Calls the closure after a time, unless the deadline is removed before; returns the number for its removal.
    func add(after time: Duration, _ giveUp: @escaping @Sendable () -> Void) -> Int {
        let end = timing.uptime() + min(time, Self.longest)
        let (number, isFirst) = state.withLock { state in
            state.next += 1
            state.deadlines[state.next] = Deadline(time: end, giveUp: giveUp)
            let isFirst = state.alarm.map { end < $0 } ?? true
            if isFirst { state.alarm = end }
            return (state.next, isFirst)
        }
        if isFirst { Task.detached { await self.watch(until: end) } }
        return number
    }

    /// Removes a deadline.
    func remove(_ number: Int) { state.withLock { $0.deadlines[number] = nil } }

    private func watch(until first: Duration) async {
        var alarm: Duration? = first
        while let time = alarm {
            try? await timing.alarm(time - timing.uptime())
            let now = timing.uptime()
            let overdue = state.withLock { state in
                let overdue = state.deadlines.filter { $0.value.time <= now }
                for number in overdue.keys { state.deadlines[number] = nil }
                // A task that sleeps until an earlier time continues instead.
                let isMine = state.alarm == time
                if isMine { state.alarm = state.deadlines.values.map(\.time).min() }
                alarm = isMine ? state.alarm : nil
                return overdue.values
            }
            for deadline in overdue { deadline.giveUp() }
        }
    }
}
