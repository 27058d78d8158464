/// An observer of a mediator's traces, log records, and problems that are not part of a response.
///
/// The mediator calls the observer from any task and waits for each call, so calls must be quick.
@_spi(Host) public protocol MediationObserver: AnyObject, Sendable {
    /// Whether the mediator traces new requests.
    var wantsTraces: Bool { get }

    /// Receives the trace of a request that has ended.
    func requestEnded(_ trace: Trace)

    /// Receives a problem that is not the outcome of a request.
    func noticed(_ note: MediationNote)

    /// The lowest level of log records that the observer wants, or `nil` for no records.
    var logLevel: LogLevel? { get }

    /// Receives a record in the log of a module.
    func logged(_ record: LogRecord)
}

@_spi(Host) extension MediationObserver {
    /// Ignores the problem.
    public func noticed(_ note: MediationNote) {}

    /// `nil`: the observer does not want log records.
    public var logLevel: LogLevel? { nil }

    /// Ignores the record.
    public func logged(_ record: LogRecord) {}
}

/// A problem that is not the outcome of a request: a sentence for a log, with the event and the remedy.
@_spi(Host) public struct MediationNote: Sendable, CustomStringConvertible {
    /// The kind of the problem as one word, for programs.
    public let code: String
    /// The sentence.
    public let description: String

    init(_ code: String, _ description: String) { (self.code, self.description) = (code, description) }
}
