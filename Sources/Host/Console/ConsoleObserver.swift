import ModuleKit
import Synchronization

/// Tells what happens in the mediator beside its answers: traces where they are wanted, and on standard error what goes
/// wrong without being anybody's outcome.
final class ConsoleObserver: MediationObserver {
    private let console: Console
    private let file: TraceFile?
    private let isTracing: Mutex<Bool>

    /// Writes traces to a file where there is one, and to standard error while they are switched on.
    init(console: Console, file: TraceFile?) {
        self.console = console
        self.file = file
        isTracing = Mutex(false)
    }

    var wantsTraces: Bool { file != nil || isTracing.withLock(\.self) }

    /// Switches traces on standard error on or off.
    ///
    /// - Returns: whether they were on.
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
