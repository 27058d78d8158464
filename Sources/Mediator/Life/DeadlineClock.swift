/// A clock that runs down and can be stopped.
struct DeadlineClock {
    /// What was left when the clock was last stopped.
    private var remaining: Duration
    /// Since when it runs.
    private var since: ContinuousClock.Instant?
    /// How many wait for a person.
    private var pauses = 0

    /// A clock that runs.
    init(limit: Duration) {
        remaining = limit
        since = .now
    }

    /// The time that is left, or `nil` where the clock stands still.
    var left: Duration? { since.map { remaining - (ContinuousClock.now - $0) } }

    mutating func pause() {
        pauses += 1
        guard pauses == 1, let left else { return }
        remaining = left
        since = nil
    }

    /// Ends a pause; whether the clock runs again and has to be watched.
    mutating func resume() -> Bool {
        pauses -= 1
        guard pauses == 0 else { return false }
        since = .now
        return true
    }
}
