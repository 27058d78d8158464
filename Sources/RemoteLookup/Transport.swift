/// Carries one HTTP request and its answer, so that the resolver's rules do not depend on who does it.
protocol Transport: Sendable {
    /// The answer to `GET` at an address; redirects are not followed.
    ///
    /// No more than the limit of a body is kept, and the transfer ends at the deadline, counted from now. Cancelling the
    /// task ends it at once.
    func get(_ address: String, bodyLimit: Int, deadline: Duration) async throws(TransportError) -> HTTPAnswer
}
