import FoundationEssentials

/// The code of a module that was abandoned and still runs.
package struct AbandonedCode: Sendable, Encodable, Equatable {
    /// The time at which the first code was abandoned, in seconds since 1970.
    let since: Int
    /// The number of threads held by code that does not suspend.
    let threads: Int
    /// The number of tasks that may be suspended.
    let tasks: Int

    var count: Int { threads + tasks }

    /// The counts and the time as a phrase.
    package var words: String {
        let parts = [(threads, "thread"), (tasks, "task")].filter { $0.0 > 0 }.map {
            "\($0) \($1)\($0 == 1 ? "" : "s")"
        }
        let time = Date(timeIntervalSince1970: Double(since)).formatted(.iso8601)
        return "\(parts.joined(separator: " and ")) abandoned since \(time)"
    }
}
