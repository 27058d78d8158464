import Glibc
import ModuleKit
import Platform
import Synchronization

/// An observer that writes traces, if they are on, and on standard error the mediator's problems that are no request's
/// outcome.
final class ConsoleObserver: MediationObserver {
    private let console: Console
    private let file: TraceFile?
    private let isTracing: Mutex<Bool>

    /// Creates an observer that writes traces to a file, if there is one, and to standard error while they are on.
    init(console: Console, file: TraceFile?) {
        self.console = console
        self.file = file
        isTracing = Mutex(false)
    }

    var wantsTraces: Bool { file != nil || isTracing.withLock(\.self) }

    /// Switches traces on standard error on or off.
    ///
    /// - Returns: whether they were on before.
    @discardableResult
    func trace(_ isOn: Bool) -> Bool {
        isTracing.withLock { value in
            defer { value = isOn }
            return value
        }
    }

    func requestEnded(_ trace: Trace) {
        file?.append(trace, console: console)
        if isTracing.withLock(\.self) { console.report("trace", trace, text: TraceText.lines(trace)) }
    }

    func noticed(_ note: MediationNote) {
        console.report(Failure(code: note.code, message: "\(note)", exitCode: .done))
    }
}

extension MediationNote {
    /// The note as one word, for programs.
    fileprivate var code: String {
        switch self {
        case .late, .subscriberLate: "late"
        case .deprecated: "deprecated"
        case .answeredTwice: "answeredTwice"
        case .subscriberFailed: "subscriberFailed"
        @unknown default: "note"
        }
    }
}

/// A file of traces, one on each line, as JSON.
struct TraceFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens a file for appending, and creates it for its owner only if it is absent.
    init(path: String) throws(Failure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw Failure(
                code: "unwritableFile", message: "\(path) cannot be written: \(reason); name another file for traces",
                exitCode: .failed)
        }
    }

    /// Appends a trace, with one write for each line, so that lines of several processes do not mix.
    func append(_ trace: Trace, console: Console) {
        // A trace consists of texts and numbers, which JSON can always represent.
        guard let text = try? JSONText.encode(Envelope(key: "trace", value: trace)) else { return }
        let line = Array((text + "\n").utf8)
        guard write(descriptor, line, line.count) != line.count else { return }
        let reason = String(cString: strerror(errno))
        console.report(
            Failure(
                code: "unwritableFile", message: "a trace was not written to \(path): \(reason); make room",
                exitCode: .done))
    }
}

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
