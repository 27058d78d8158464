import Synchronization

/// The requests of the last moments, so that two taps are one navigation.
final class DuplicateFilter: Sendable {
    /// The first request of a URL and caller, which may still run.
    private struct First {
        let end: Duration
        weak var request: ActiveRequest?

        /// Returns whether another request is a duplicate now: one that outlasts its window has shown nothing yet.
        func blocks(at now: Duration) -> Bool { now < end || request?.isAtWork == true }
    }

    private let state = Mutex<(firsts: [Admission: First], limit: Int)>(([:], 64))

    /// Returns the admission of a request that is the first of its URL and caller within the window, which begins then,
    /// or `nil` for a duplicate; while the first one runs, the others are duplicates after the window, too.
    func admit(_ request: Request, window: Duration) -> Admission? {
        guard let active = request.active else { return nil }
        let now = active.deadlines.now
        // The end of a longer window, which a module in another process may declare, may be no time.
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

    /// Ends the window of a request's admission, unless that of another request has begun since.
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
    /// Whether the request has no outcome yet, and does not wait for a person either.
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
