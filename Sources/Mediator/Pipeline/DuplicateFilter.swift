import Synchronization

/// A memory of recent requests that finds duplicates, so that two taps cause only one navigation.
final class DuplicateFilter: Sendable {
    /// The first of several requests with the same URL and origin; it may still run.
    private struct First {
        let end: Duration
        weak var request: ActiveRequest?

        /// Returns whether an equal request is a duplicate: within the window, or while the first request is at work.
        func blocks(at now: Duration) -> Bool { now < end || request?.isAtWork == true }
    }

    private let state = Mutex<(firsts: [Admission: First], limit: Int)>(([:], 64))

    /// Returns the admission of a request, or `nil` if the request is a duplicate of an earlier request.
    ///
    /// An admitted request begins a window of time. Until the window ends, and while that request is at work, equal
    /// requests are duplicates.
    func admit(_ request: Request, window: Duration) -> Admission? {
        guard let active = request.active else { return nil }
        let now = active.deadlines.now
        // Limited to a day, because a module in another process may declare a longer window, which would overflow.
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

/// The URL and origin of an admitted request; later requests with the same URL and origin may be duplicates.
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
