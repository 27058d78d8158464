/// The way of one request: every stage with its time, module and decision.
public struct Trace: Sendable {
    /// The request's number.
    public let request: RequestID
    /// The number of the request whose handler made this one.
    public let parent: RequestID?
    /// The URL as the caller wrote it; the values of sensitive parameters are redacted.
    public let url: String
    /// What the caller wanted.
    public let verb: Verb
    /// Who asked.
    public let origin: Origin
    /// The stages in order.
    public let steps: [TraceStep]
    /// The error that the request ended with, or `nil`.
    public let error: RequestError?
}
