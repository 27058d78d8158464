/// What became of a page that somebody waits for.
public enum PageResult: Sendable, Equatable {
    /// It left the stack: dismissed with a value, or left without one.
    case dismissed(value: Payload?)
    /// Nobody is there to answer it; the reason ends with what to do.
    case unattended(reason: String)
    /// Whoever waited gave up.
    case cancelled
}
