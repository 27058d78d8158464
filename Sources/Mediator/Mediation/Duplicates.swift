import Synchronization

/// Remembers what was opened a moment ago, so that two taps are one navigation.
final class Duplicates: Sendable {
    private struct Key: Hashable {
        let url: String
        let origin: Origin
    }

    private struct State {
        var ends: [Key: ContinuousClock.Instant] = [:]
        var limit = 64
    }

    private let state = Mutex(State())

    /// Whether the request is the first of its URL and caller within the window, which then begins.
    func admit(_ request: Request, window: Duration) -> Bool {
        let now = ContinuousClock.now
        let key = Key(url: request.url.text, origin: request.origin)
        return state.withLock { state in
            if let end = state.ends[key], now < end { return false }
            state.ends[key] = now + window
            if state.ends.count >= state.limit {
                state.ends = state.ends.filter { now < $0.value }
                state.limit = max(64, state.ends.count * 2)
            }
            return true
        }
    }

    /// Ends the window that a request began.
    func forget(_ request: Request) {
        let key = Key(url: request.url.text, origin: request.origin)
        state.withLock { _ = $0.ends.removeValue(forKey: key) }
    }
}
