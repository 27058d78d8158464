/// Carries one HTTP request and its answer, so that the resolver's rules do not depend on who does it.
protocol Transport: Sendable {
    /// The answer to a request; redirects are not followed.
    ///
    /// No more than the limit of a body is kept, and the transfer ends at the deadline, counted from now. Cancelling the
    /// task ends it at once.
    func answer(
        to request: HTTPRequest, bodyLimit: Int, deadline: Duration
    ) async throws(TransportError) -> HTTPAnswer
}
