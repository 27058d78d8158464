import Synchronization

/// The requests of the last moments, so that two taps are one navigation.
final class DuplicateFilter: Sendable {
    private struct State {
        var ends: [Admission.Key: ContinuousClock.Instant] = [:]
        var limit = 64
    }

    private let state = Mutex(State())

    /// Returns the admission of a request that is the first of its URL and caller within the window, which begins then,
    /// or `nil` for a duplicate.
    func admit(_ request: Request, window: Duration) -> Admission? {
        let now = ContinuousClock.now
        let admission = Admission(of: request, until: now + window)
        return state.withLock { state in
            if let end = state.ends[admission.key], now < end { return nil }
            state.ends[admission.key] = admission.end
            if state.ends.count >= state.limit {
                state.ends = state.ends.filter { now < $0.value }
                state.limit = max(64, state.ends.count * 2)
            }
            return admission
        }
    }

    /// Ends the window of an admission, unless another one has begun since.
    func forget(_ admission: Admission) {
        state.withLock { state in
            if state.ends[admission.key] == admission.end { state.ends.removeValue(forKey: admission.key) }
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
    let end: ContinuousClock.Instant

    init(of request: Request, until end: ContinuousClock.Instant) {
        key = Key(url: request.url.text, origin: request.origin)
        self.end = end
    }

    func isOf(_ request: Request) -> Bool { key.url == request.url.text && key.origin == request.origin }
}

extension ActiveRequest {
    /// Returns whether the request has an admission for its URL.
    func isAdmitted(_ request: Request) -> Bool {
        state.withLock { state in state.made?.admissions.contains { $0.isOf(request) } ?? false }
    }

    func keep(_ admission: Admission) { state.withLock { $0.record.admissions.append(admission) } }

    /// Removes and returns the last admission.
    func takeLastAdmission() -> Admission? { state.withLock { $0.made?.admissions.popLast() } }

    /// Removes and returns all admissions.
    func takeAdmissions() -> [Admission] {
        state.withLock { state in
            defer { state.made?.admissions = [] }
            return state.made?.admissions ?? []
        }
    }
}
