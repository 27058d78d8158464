/// An observer of a mediator: of traces, and of problems that no response shows.
///
/// The mediator calls it from any task and waits until it returns, so a call must be quick.
@_spi(Host) public protocol MediationObserver: AnyObject, Sendable {
    /// Whether the mediator traces requests that begin.
    var wantsTraces: Bool { get }

    /// Notifies of the end of a traced request.
    func requestEnded(_ trace: Trace)

    /// Notifies of a problem that is no request's outcome.
    func noticed(_ note: MediationNote)

    /// The least important level of the log records that the observer wants; `nil` for none.
    var logLevel: LogLevel? { get }

    /// Notifies of a record in the log of a module.
    func logged(_ record: LogRecord)
}

@_spi(Host) extension MediationObserver {
    /// `nil`: the observer wants no log.
    public var logLevel: LogLevel? { nil }

    /// Ignores the record.
    public func logged(_ record: LogRecord) {}
}

/// A problem that is no request's outcome, for a log.
@_spi(Host) public enum MediationNote: Sendable {
    /// A stage ended after its request: after the deadline, or because the request had an outcome already.
    case late(request: RequestID, url: String, stage: Request.Stage)
    /// A subscriber of an event failed; the other subscribers were notified nevertheless.
    case subscriberFailed(event: String, module: String, reason: any Error)
    /// A deprecated rewrite was used for the first time since its module was registered.
    case deprecated(url: String, replacement: String, rewrite: String, module: String, from: String, origin: Origin)
    /// A subscriber of an event ended after its deadline, when the publication had left it.
    case subscriberLate(event: String, module: String)
}

@_spi(Host) extension MediationNote: CustomStringConvertible {
    /// A sentence with the event and the remedy.
    public var description: String {
        switch self {
        case .late(_, let url, let stage):
            "\(stage) ended after the request for \(url) was over; end it when it is cancelled, or give it more time"
        case .subscriberFailed(let event, let module, let reason):
            "\(module) failed at the event \(event): \(RequestError.words(reason))"
        case .deprecated(let url, let replacement, let rewrite, let module, let date, let origin):
            "\(url) is deprecated from \(date) by \(module)'s rewrite \(rewrite), and \(origin) asked for it; ask for "
                + replacement
        case .subscriberLate(let event, let module):
            "\(module)'s subscription to \(event) ended after its time was up; end it when it is cancelled, or give it a "
                + "longer deadline"
        }
    }
}
