import Synchronization

/// One question on its way: what is asked, and who waits for the outcome. It ends once; what comes later is dropped.
final class Transfer: Sendable {
    typealias Outcome = Result<HTTPAnswer, TransportError>

    private struct State {
        var outcome: Outcome?
        var waiting: CheckedContinuation<Outcome, Never>?
    }

    let request: HTTPRequest
    let bodyLimit: Int
    let deadline: Duration
    private let state = Mutex(State())

    init(_ request: HTTPRequest, bodyLimit: Int, deadline: Duration) {
        self.request = request
        self.bodyLimit = bodyLimit
        self.deadline = deadline
    }

    /// The outcome, as soon as it is known; for one caller.
    var outcome: Outcome {
        get async {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state in
                    if state.outcome == nil { state.waiting = continuation }
                    return state.outcome
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    var hasEnded: Bool { state.withLock { $0.outcome != nil } }

    /// Ends with an outcome, if nothing else has ended it.
    func end(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            if state.outcome == nil { state.outcome = outcome }
            // Once only: nobody waits a second time, and one who comes later finds the outcome.
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: outcome)
    }
}
