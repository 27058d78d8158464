import Glibc

/// The code of a module that was left behind and still runs.
package struct AbandonedCode: Sendable, Encodable, Equatable {
    /// The time of the first code that was left behind, in seconds since 1970.
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
        return "\(parts.joined(separator: " and ")) left behind since \(Self.text(since))"
    }

    /// Returns a time in ISO 8601.
    private static func text(_ seconds: Int) -> String {
        var (time, parts) = (seconds, tm())
        var bytes = [CChar](repeating: 0, count: 32)
        gmtime_r(&time, &parts)
        strftime(&bytes, bytes.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
