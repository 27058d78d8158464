@_spi(Host) import ModuleKit

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
    case cancelled
    case timedOut
    /// The transfer failed; the reason is a part of a sentence.
    case failed(reason: String)
}
