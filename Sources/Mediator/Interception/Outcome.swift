/// What came of a request so far, as interceptors see it on the way back.
public enum Outcome: Sendable {
    /// An answer, before the navigator performs it.
    case answered(Response)
    /// An error.
    case failed(RequestError)
}
