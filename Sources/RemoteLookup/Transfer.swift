import Foundation
import FoundationNetworking
import Synchronization

/// One transfer: what has come so far, and who waits for its outcome. It ends once; what comes later is dropped.
final class Transfer: Sendable {
    typealias Outcome = Result<HTTPAnswer, TransportError>

    private struct State {
        var answer: HTTPAnswer?
        var outcome: Outcome?
        var waiting: CheckedContinuation<Outcome, Never>?
    }

    private let bodyLimit: Int
    private let state = Mutex(State())

    init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

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

    /// Takes the head of the answer; `false` where a body of the announced length is too long.
    func receive(_ response: URLResponse) -> Bool {
        guard let response = response as? HTTPURLResponse else { return true }
        let fits = response.expectedContentLength <= bodyLimit
        state.withLock { $0.answer = HTTPAnswer(response, body: fits ? [] : nil) }
        return fits
    }

    /// Takes a part of the body; `false` where the body has become too long.
    func receive(_ data: Data) -> Bool {
        state.withLock { state in
            let fits = data.count <= bodyLimit - (state.answer?.body?.count ?? 0)
            if fits { state.answer?.body? += data } else { state.answer?.body = nil }
            return fits
        }
    }

    /// Ends with what has come.
    func finish() {
        let nothing = Outcome.failure(.failed(reason: "what it sent is not valid HTTP"))
        end(state.withLock(\.answer).map { .success($0) } ?? nothing)
    }

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
