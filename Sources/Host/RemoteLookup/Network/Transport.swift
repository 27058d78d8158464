@_spi(Host) import ModuleKit

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

/// One question on its way: what is asked, and who waits for the outcome. It ends once; what comes later is dropped.
final class Transfer: Sendable {
    typealias Outcome = Result<HTTPAnswer, TransportError>

    let request: HTTPRequest
    let bodyLimit: Int
    let deadline: Duration
    private let promise = Promise<Outcome>()

    init(_ request: HTTPRequest, bodyLimit: Int, deadline: Duration) {
        self.request = request
        self.bodyLimit = bodyLimit
        self.deadline = deadline
    }

    /// The outcome, as soon as it is known; for one caller.
    var outcome: Outcome { get async { await promise.wait() } }

    var hasEnded: Bool { promise.value != nil }

    /// Ends with an outcome, if nothing else has ended it.
    func end(_ outcome: Outcome) { promise.fulfill(outcome) }
}

/// Why no whole answer came.
enum TransportError: Error, Equatable {
    /// The caller's task was cancelled.
    case cancelled
    /// The deadline has passed.
    case timedOut
    /// The transfer failed; the reason is a part of a sentence.
    case failed(reason: String)
}
