import ModuleKit
import Synchronization

/// Code at six points of a call to a web service, without a change of the call or its caller.
///
/// Two interceptors receive the call. They also receive the caller's own request, the `parent` of the call, which ends
/// after the caller has handled the answer.
final class CallPoints: Sendable {
    private struct State {
        var points: [String] = []
        /// Whether the call of a caller's request succeeded.
        var callSucceeded: [RequestID: Bool] = [:]
    }

    private let state = Mutex(State())

    /// The points that the last call passed, in order.
    var points: [String] { state.withLock(\.points) }

    func note(_ point: String) { state.withLock { $0.points.append(point) } }

    @DeclarationsBuilder<Interceptor> var interceptors: [Interceptor] {
        Interceptor("calls") { [self] request in
            guard Self.isCall(request) else { return .pass }
            let isAllowed = request.parameters["page"] != "0"
            state.withLock { $0.points = [] }
            note("should call: \(isAllowed ? "yes" : "no")")
            return isAllowed ? .pass : .refuse("there is no page 0; begin with page 1")
        }
        .afterwards { [self] request, outcome in
            if Self.isCall(request) { noteEnd(ofCall: request, outcome) } else { noteEnd(ofCaller: request) }
            return outcome
        }
        Interceptor("sent", after: ["calls"]) { [self] request in
            if Self.isCall(request) { note("calling with page \(request.parameters["page"] ?? "1")") }
            return .pass
        }
    }

    private static func isCall(_ request: Request) -> Bool {
        request.context(as: WebServiceCall.self)?.service == "news"
    }

    /// Records the end of a call, before its caller receives the answer.
    private func noteEnd(ofCall call: Request, _ outcome: Outcome) {
        let isSuccess = if case .answered = outcome { true } else { false }
        note("before the caller handles the \(isSuccess ? "success" : "failure")")
        state.withLock { state in
            if let caller = call.parent { state.callSucceeded[caller] = isSuccess }
        }
    }

    /// Records the end of a caller's own request, if this request made a call.
    private func noteEnd(ofCaller request: Request) {
        guard let isSuccess = state.withLock({ $0.callSucceeded.removeValue(forKey: request.id) }) else { return }
        note("after the caller has handled the \(isSuccess ? "success" : "failure")")
    }
}

/// The calls of the web service `news`.
struct NewsAPI<Answer: Decodable & Sendable>: APICall {
    let path: RouteURL
    let query: QueryItems
    var service: String { "news" }
}

extension NewsAPI<[String]> {
    /// The titles of a page of the latest news; pages count from 1.
    static func latest(page: Int) -> Self { Self(path: "latest", query: ["page": "\(page)"]) }
}
