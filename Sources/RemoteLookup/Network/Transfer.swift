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
    var outcome: Outcome { get async { await promise.value } }

    var hasEnded: Bool { promise.isKept }

    /// Ends with an outcome, if nothing else has ended it.
    func end(_ outcome: Outcome) { promise.keep(outcome) }
}
