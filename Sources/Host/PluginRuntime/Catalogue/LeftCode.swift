import Glibc

/// How much of a module's code was left behind and still runs.
package struct LeftCode: Sendable, Encodable, Equatable {
    /// Since when, in seconds since 1970.
    let since: Int
    /// The threads that code without `await` holds.
    let threads: Int
    /// The tasks that may be suspended.
    let tasks: Int

    var count: Int { threads + tasks }

    /// The numbers and the time in words.
    package var words: String {
        let parts = [(threads, "thread"), (tasks, "task")].filter { $0.0 > 0 }.map {
            "\($0) \($1)\($0 == 1 ? "" : "s")"
        }
        return "\(parts.joined(separator: " and ")) left behind since \(Self.text(since))"
    }

    /// A time in ISO 8601.
    private static func text(_ seconds: Int) -> String {
        var (time, parts) = (seconds, tm())
        var bytes = [CChar](repeating: 0, count: 32)
        gmtime_r(&time, &parts)
        strftime(&bytes, bytes.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
