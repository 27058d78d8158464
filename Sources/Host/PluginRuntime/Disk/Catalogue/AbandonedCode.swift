import FoundationEssentials

/// A summary of a module's abandoned code: code that still runs, although the host no longer waits for it.
package struct AbandonedCode: Sendable, Encodable, Equatable {
    /// The time at which the first code was abandoned, in seconds since 1970.
    let since: Int
    /// The number of threads held by code that does not suspend.
    let threads: Int
    /// The number of abandoned tasks that do not hold a thread all the time, because their code can suspend.
    let tasks: Int

    var count: Int { threads + tasks }

    /// The counts and the time as a phrase, such as `1 thread abandoned since 2026-01-31T08:00:00Z`.
    package var words: String {
        let parts = [(threads, "thread"), (tasks, "task")].filter { $0.0 > 0 }.map {
            "\($0) \($1)\($0 == 1 ? "" : "s")"
        }
        let time = Date(timeIntervalSince1970: Double(since)).formatted(.iso8601)
        return "\(parts.joined(separator: " and ")) abandoned since \(time)"
    }
}
