import ModuleKit

/// A trace as a small table for people.
enum TraceText {
    static func lines(_ trace: Trace) -> String {
        let parent = trace.parent.map { ", within \($0)" } ?? ""
        let head = "trace \(trace.request)\(parent): \(trace.verb.rawValue) \(trace.url), from \(trace.origin)"
        var table = TextTable("AT", "TOOK", "STAGE", "DECISION")
        for step in trace.steps { table.add(time(step.start), time(step.duration), "\(step.stage)", step.decision) }
        let end = trace.error.map { PlainText.line("\($0)") } ?? "done"
        return ([PlainText.line(head)] + (table.lines + [end]).map { "  " + $0 }).joined(separator: "\n")
    }

    /// Milliseconds with three decimals.
    private static func time(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let decimals = "\(1_000 + microseconds % 1_000)".dropFirst()
        return "\(microseconds / 1_000).\(decimals) ms"
    }
}
