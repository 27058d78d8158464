@_spi(Host) import ModuleKit

/// A transport of one HTTP request and its answer, so that the resolver's rules do not depend on the implementation.
protocol Transport: Sendable {
    /// Returns the answer to a request; redirects are not followed.
    ///
    /// It keeps at most the limit of a body, and the transfer ends at the deadline, which counts from now. Cancelling
    /// the task ends it at once.
    func answer(
        to request: HTTPRequest, bodyLimit: Int, deadline: Duration
    ) async throws(TransportError) -> HTTPAnswer
}

/// One question in progress, with the promise of its outcome. It ends once; later results are dropped.
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

    /// The outcome, when it is known; for one caller.
    var outcome: Outcome { get async { await promise.wait() } }

    var hasEnded: Bool { promise.value != nil }

    /// Ends with an outcome, unless it has ended before.
    func end(_ outcome: Outcome) { promise.fulfill(outcome) }

    /// Ends with an error at its deadline, unless it has ended before.
    func endInTime() { promise.fulfill(.failure(.timedOut), after: deadline) }
}

/// The reason why no complete answer came.
enum TransportError: Error, Equatable {
    /// The caller's task was cancelled.
    case cancelled
    /// The deadline has passed.
    case timedOut
    /// The transfer failed; the reason is a part of a sentence.
    case failed(reason: String)
}
