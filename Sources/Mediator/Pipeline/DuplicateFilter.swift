import Synchronization

/// The most recent requests, so that two taps cause one navigation.
final class DuplicateFilter: Sendable {
    /// The first request of a URL and caller, which may still run.
    private struct First {
        let end: Duration
        weak var request: ActiveRequest?

        /// Returns whether another request is a duplicate: within the window, or before the first request has a page.
        func blocks(at now: Duration) -> Bool { now < end || request?.isAtWork == true }
    }

    private let state = Mutex<(firsts: [Admission: First], limit: Int)>(([:], 64))

    /// Returns the admission of the first request of a URL and caller, or `nil` for a duplicate; the first request
    /// begins the window, and later requests are also duplicates as long as it runs.
    func admit(_ request: Request, window: Duration) -> Admission? {
        guard let active = request.active else { return nil }
        let now = active.deadlines.now
        // A module in another process may declare a longer window, whose end may overflow.
        let end = now + min(max(window, .zero), .seconds(86_400))
        let admission = Admission(of: request)
        return state.withLock { state in
            if state.firsts[admission]?.blocks(at: now) == true { return nil }
            state.firsts[admission] = First(end: end, request: active)
            if state.firsts.count >= state.limit {
                state.firsts = state.firsts.filter { $0.value.blocks(at: now) }
                state.limit = max(64, state.firsts.count * 2)
            }
            return admission
        }
    }

    /// Ends the window of a request's admission, unless another request has begun a window since.
    func forget(_ admission: Admission, of active: ActiveRequest) {
        state.withLock { state in
            if state.firsts[admission]?.request === active { state.firsts.removeValue(forKey: admission) }
        }
    }
}

/// The mark of a request as the first of its URL and caller.
struct Admission: Sendable, Hashable {
    private let url: String
    private let origin: Origin

    init(of request: Request) { (url, origin) = (request.url.text, request.origin) }
}

extension ActiveRequest {
    /// Whether the request has no outcome yet, and does not wait for the user.
    fileprivate var isAtWork: Bool { if isAwaited, case .page = stage { false } else { isAwaited } }

    func isAdmitted(_ request: Request) -> Bool {
        state.withLock { $0.existingRecord?.admissions.contains(Admission(of: request)) ?? false }
    }

    func keep(_ admission: Admission) { state.withLock { $0.record.admissions.append(admission) } }

    func takeLastAdmission() -> Admission? { state.withLock { $0.existingRecord?.admissions.popLast() } }

    func takeAdmissions() -> [Admission] {
        state.withLock { state in
            defer { state.existingRecord?.admissions = [] }
            return state.existingRecord?.admissions ?? []
        }
    }
}
