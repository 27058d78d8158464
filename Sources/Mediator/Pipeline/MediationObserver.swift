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
    /// Ignores the problem.
    public func noticed(_ note: MediationNote) {}

    /// `nil`: the observer wants no log.
    public var logLevel: LogLevel? { nil }

    /// Ignores the record.
    public func logged(_ record: LogRecord) {}
}

/// A problem that is no request's outcome, for a log: a sentence with the event and the remedy.
@_spi(Host) public struct MediationNote: Sendable, CustomStringConvertible {
    /// The kind of the problem as one word, for programs.
    public let code: String
    /// The sentence.
    public let description: String

    init(_ code: String, _ description: String) { (self.code, self.description) = (code, description) }
}
