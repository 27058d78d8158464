import Dispatch

/// Waits for something that may never end, for a limited time.
enum TimeLimit {
    /// The result of a closure; `nil` where there is none in time.
    ///
    /// The closure runs on threads of its own: one that holds its thread is left behind with it, and the tasks of all others
    /// go on. At the end of its time its task is cancelled.
    static func run<Value: Sendable>(
        _ limit: Duration, _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let first = FirstOutcome<Value>()
        let task = OwnThreads.task { first.end(await body()) }
        let timer = DispatchWorkItem {
            first.end(nil)
            task.cancel()
        }
        let (seconds, attoseconds) = limit.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: timer)
        defer { timer.cancel() }
        return await first.outcome()
    }
}
