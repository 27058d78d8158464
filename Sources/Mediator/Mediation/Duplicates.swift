import Synchronization

/// Remembers what was opened a moment ago, so that two taps are one navigation.
final class Duplicates: Sendable {
    private struct State {
        var ends: [Admission.Key: ContinuousClock.Instant] = [:]
        var limit = 64
    }

    private let state = Mutex(State())

    /// The admission of a request that is the first of its URL and caller within the window, which then begins; `nil` for
    /// a duplicate.
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

    /// Ends the window that an admission began, unless another one has begun since.
    func forget(_ admission: Admission) {
        state.withLock { state in
            if state.ends[admission.key] == admission.end { state.ends.removeValue(forKey: admission.key) }
        }
    }
}
