import Glibc
import ModuleKit

/// One recorded event: a line of the file, as JSON.
struct Record: Sendable, Encodable {
    /// The time in UTC, such as `2026-11-22T12:00:00.250Z` (RFC 3339).
    private(set) var at: String
    let kind: String
    let pattern: String
    /// The origin as text: `shell`, `elsewhere`, `external`, or `module NAME`.
    let origin: String
    /// The number of the request in its process; for a page, the number of the request that opened it; `nil` for a
    /// choice.
    let request: RequestID?
    /// `answered` or `failed`; `nil` for a page.
    private(set) var outcome: String?
    private(set) var microseconds: Int64?
    let fields: [String: String]
    let isPrinted: Bool

    private enum CodingKeys: String, CodingKey {
        case at, kind, pattern, origin, request, outcome, microseconds, fields
    }

    /// Describes an event of a request, or of the user's choice on a page.
    init(_ rule: TrackingRule, _ request: Request? = nil, fields: [String: String]) {
        at = Self.present
        kind = rule.kind.rawValue
        pattern = rule.pattern.text
        origin =
            switch request?.origin {
            case .module(let name)?: "module \(name)"
            case .shell?, nil: "shell"
            case .elsewhere?: "elsewhere"
            default: "external"
            }
        self.request = request?.id
        self.fields = fields
        isPrinted = rule.isPrinted
    }

    /// Adds the outcome and the duration of the event.
    mutating func end(isAnswered: Bool, microseconds: Int64) {
        outcome = isAnswered ? "answered" : "failed"
        self.microseconds = microseconds
    }

    /// The record with the current time.
    var now: Record {
        var record = self
        record.at = Self.present
        return record
    }

    /// The event as a line of text for the user.
    var text: String {
        "tracking: \(kind) of \(pattern) by \(origin)" + (outcome.map { ", \($0)" } ?? "")
            + fields.sorted { $0.key < $1.key }.map { ", \($0.key) \"\($0.value)\"" }.joined()
    }

    /// The line of the file, with its end.
    var line: [UInt8] { ((try? Payload(self).json()) ?? []) + [UInt8(ascii: "\n")] }

    private static var present: String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var parts = tm()
        gmtime_r(&time.tv_sec, &parts)
        let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map(padded)
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded(Int($0)) }
        let milliseconds = "\(1_000 + time.tv_nsec / 1_000_000)".dropFirst()
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + ".\(milliseconds)Z"
    }

    private static func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
}
