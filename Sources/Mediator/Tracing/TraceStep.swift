/// One stage of a request's life, as a trace tells it.
public struct TraceStep: Sendable, Equatable {
    /// Which stage, and whose code ran in it.
    public let stage: Stage
    /// When it began, counted from the beginning of the request.
    public let start: Duration
    /// How long it took.
    public let duration: Duration
    /// What came of it, such as `pass` or `redirected to app://account/login`.
    public let decision: String
}
