import Synchronization

/// The requests of the last moments, so that two taps are one navigation.
final class DuplicateFilter: Sendable {
    /// The first request of a URL and caller, which may still run.
    private struct First {
        let end: Duration
        weak var request: ActiveRequest?

        /// Returns whether another request is a duplicate now: a request that runs longer than its window has not shown
        /// its caller anything yet.
        func blocks(at now: Duration) -> Bool { now < end || request?.isAtWork == true }
    }

    private struct State {
        var firsts: [Admission.Key: First] = [:]
        var limit = 64
    }

    private let state = Mutex(State())

    /// Returns the admission of a request that is the first of its URL and caller within the window, which begins then,
    /// or `nil` for a duplicate; while the first one runs, the others are duplicates after the window, too.
    func admit(_ request: Request, window: Duration) -> Admission? {
        let now = request.active.deadlines.now
        // The end of a longer window, which a module in another process may declare, may be no time.
        let admission = Admission(of: request, until: now + min(max(window, .zero), .seconds(86_400)))
        return state.withLock { state in
            if state.firsts[admission.key]?.blocks(at: now) == true { return nil }
            state.firsts[admission.key] = First(end: admission.end, request: request.active)
            if state.firsts.count >= state.limit {
                state.firsts = state.firsts.filter { $0.value.blocks(at: now) }
                state.limit = max(64, state.firsts.count * 2)
            }
            return admission
        }
    }

    /// Ends the window of an admission, unless another one has begun since.
    func forget(_ admission: Admission) {
        state.withLock { state in
            if state.firsts[admission.key]?.end == admission.end { state.firsts.removeValue(forKey: admission.key) }
        }
    }
}

/// The mark of a request as the first of its URL and caller, with the time in which the next ones are duplicates.
struct Admission: Sendable {
    struct Key: Hashable {
        let url: String
        let origin: Origin
    }

    let key: Key
    let end: Duration

    init(of request: Request, until end: Duration) {
        key = Key(url: request.url.text, origin: request.origin)
        self.end = end
    }

    func isOf(_ request: Request) -> Bool { key.url == request.url.text && key.origin == request.origin }
}

extension ActiveRequest {
    /// Whether the request has no outcome yet, and does not wait for a person either.
    fileprivate var isAtWork: Bool { if isAwaited, case .page = stage { false } else { isAwaited } }

    /// Returns whether the request has an admission for its URL.
    func isAdmitted(_ request: Request) -> Bool {
        state.withLock { state in state.made?.admissions.contains { $0.isOf(request) } ?? false }
    }

    func keep(_ admission: Admission) { state.withLock { $0.record.admissions.append(admission) } }

    func takeLastAdmission() -> Admission? { state.withLock { $0.made?.admissions.popLast() } }

    func takeAdmissions() -> [Admission] {
        state.withLock { state in
            defer { state.made?.admissions = [] }
            return state.made?.admissions ?? []
        }
    }
}
