import Glibc
@_spi(Host) import ModuleKit
import Synchronization

/// The mediator's observer, which writes the log and the traces of requests.
///
/// The log includes problems of the mediator that are not the outcome of a request.
final class ConsoleObserver: MediationObserver {
    private let console: Console
    private let file: LineFile?
    private let log: LogOutput
    private let isTracing = Mutex(false)
    /// The statistics of ended requests for each route; empty if requests are not counted.
    let statistics = RouteStatistics()
    private let counts: Bool

    /// Creates an observer. It writes each trace to `file`, if there is one, and also to standard error while tracing
    /// is on. With `counts`, it also counts requests; each request is then traced.
    init(console: Console, file: LineFile?, log: LogOutput, counts: Bool = false) {
        self.console = console
        self.file = file
        self.log = log
        self.counts = counts
    }

    var wantsTraces: Bool { counts || file != nil || isTracing.withLock(\.self) }

    /// Switches traces on standard error on or off, and returns whether they were on before.
    @discardableResult
    func trace(_ isOn: Bool) -> Bool {
        isTracing.withLock { value in
            defer { value = isOn }
            return value
        }
    }

    func requestEnded(_ trace: Trace) {
        if counts { statistics.note(trace) }
        // A trace consists of texts and numbers, which JSON can always represent.
        if let file, let text = try? JSONText.encode(JSONObject("trace", trace)) {
            file.append(text, console: console)
        }
        if isTracing.withLock(\.self) { console.report("trace", trace, text: text(trace)) }
    }

    func noticed(_ note: MediationNote) {
        log.warn(Failure(note.code, "\(note)", .done))
    }

    var logLevel: LogLevel? { log.level }

    func logged(_ record: LogRecord) { log.write(record) }

    /// Returns a trace as a small table for the user.
    private func text(_ trace: Trace) -> String {
        let parent = trace.parent.map { ", within \($0)" } ?? ""
        let head = "trace \(trace.request)\(parent): \(trace.verb.rawValue) \(trace.url), from \(trace.origin)"
        var table = TextTable("AT", "TOOK", "STAGE", "DECISION")
        for step in trace.steps {
            table.add(Self.time(step.start), Self.time(step.duration), "\(step.stage)", step.decision)
        }
        let lines = table.lines(width: console.columns(of: STDERR_FILENO).map { $0 - 2 })
        let end = trace.error.map { PlainText.line("\($0)") } ?? "done"
        return ([PlainText.line(head)] + (lines + [end]).map { "  " + $0 }).joined(separator: "\n")
    }

    /// Returns a duration in milliseconds, with three decimals.
    private static func time(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let decimals = "\(1_000 + microseconds % 1_000)".dropFirst()
        return "\(microseconds / 1_000).\(decimals) ms"
    }
}
