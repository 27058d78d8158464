/// Carries one HTTP request and its answer, so that the resolver's rules do not depend on who does it.
protocol Transport: Sendable {
    /// The answer to `GET` at an address; redirects are not followed.
    ///
    /// No more than the limit of a body is kept. Cancelling the task ends the transfer at once.
    func get(_ address: String, bodyLimit: Int) async throws(TransportError) -> HTTPAnswer
}

/// Why no whole answer came.
enum TransportError: Error, Equatable {
    /// The caller's task was cancelled.
    case cancelled
    /// The transfer failed; the reason is a part of a sentence.
    case failed(reason: String)
}
