/// Why no whole answer came.
enum TransportError: Error, Equatable {
    /// The caller's task was cancelled.
    case cancelled
    /// The deadline has passed.
    case timedOut
    /// The transfer failed; the reason is a part of a sentence.
    case failed(reason: String)
}
