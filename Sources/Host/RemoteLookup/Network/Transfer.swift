@_spi(Host) import ModuleKit

/// One request in progress, with the promise of its outcome. It ends once; later results are dropped.
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

    /// The outcome, once it is known; only one caller may wait for it.
    var outcome: Outcome { get async { await promise.wait() } }

    var hasEnded: Bool { promise.value != nil }

    /// Ends the transfer with an outcome, unless it has already ended.
    func end(_ outcome: Outcome) { promise.fulfill(outcome) }

    /// Ends the transfer with an error at its deadline, unless it has already ended.
    func endInTime() { promise.fulfill(.failure(.timedOut), after: deadline) }
}

/// The reason why a complete answer did not arrive.
enum TransportError: Error, Equatable {
    case cancelled
    case timedOut
    /// The transfer failed; the reason is a part of a sentence.
    case failed(reason: String)
}
