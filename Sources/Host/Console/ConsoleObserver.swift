import ModuleKit

/// Tells on standard error what goes wrong in the mediator without being anybody's outcome.
struct ConsoleObserver: MediationObserver {
    let console: Console

    var wantsTraces: Bool { false }

    func requestEnded(_ trace: Trace) {}

    func noticed(_ note: MediationNote) {
        console.report(Failure(code: note.code, message: "\(note)", exitCode: .done))
    }
}

extension MediationNote {
    /// The note as one word, for programs.
    fileprivate var code: String {
        switch self {
        case .late: "late"
        case .answeredTwice: "answeredTwice"
        case .subscriberFailed: "subscriberFailed"
        @unknown default: "note"
        }
    }
}
