/// Is told what happens in a mediator beside its answers: traces, and what went wrong unseen.
///
/// The mediator calls it from any task, and goes on when it returns: be quick.
public protocol MediationObserver: AnyObject, Sendable {
    /// Whether requests that begin are to be traced.
    var wantsTraces: Bool { get }

    /// A traced request is over.
    func requestEnded(_ trace: Trace)

    /// Something went wrong that is nobody's outcome.
    func noticed(_ note: MediationNote)
}

/// Something that went wrong without being anybody's outcome, for a log.
public enum MediationNote: Sendable {
    /// A stage ended after its request was over: at the deadline, or because it had an outcome already.
    case late(request: RequestID, url: String, stage: Stage)
    /// A reply was given a second time; the first one counts.
    case answeredTwice(request: RequestID, url: String, stage: Stage)
    /// A subscriber of an event failed; the others were told all the same.
    case subscriberFailed(event: String, module: String, reason: any Error)
    /// A rewrite that nobody should use from some day on was used for the first time since its module was registered.
    case deprecated(url: String, replacement: String, rewrite: String, module: String, from: String, origin: Origin)
    /// A subscriber of an event ended after its time was up and it was left behind.
    case subscriberLate(event: String, module: String)
}

extension MediationNote: CustomStringConvertible {
    /// A sentence that says what happened and what to do.
    public var description: String {
        switch self {
        case .late(_, let url, let stage):
            "\(stage) ended after the request for \(url) was over; have it heed cancellation, or give it more time"
        case .answeredTwice(_, let url, let stage):
            "\(stage) answered \(url) twice, and the first answer counts; mend it to answer once"
        case .subscriberFailed(let event, let module, let reason):
            "\(module) failed at the event \(event): \(RequestError.words(reason))"
        case .deprecated(let url, let replacement, let rewrite, let module, let date, let origin):
            "\(url) is deprecated from \(date) by \(module)'s rewrite \(rewrite), and \(origin) asked for it; ask for "
                + replacement
        case .subscriberLate(let event, let module):
            "\(module)'s subscription to \(event) ended after its time was up; have it heed cancellation, or give it a "
                + "longer deadline"
        }
    }
}
