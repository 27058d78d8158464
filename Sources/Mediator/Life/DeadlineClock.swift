/// A clock that runs down and can be stopped.
struct DeadlineClock {
    /// When the time is up, where the clock runs.
    private var end: ContinuousClock.Instant
    /// What was left when the clock was last stopped.
    private var remaining: Duration
    /// How many wait for a person.
    private var pauses = 0

    /// A clock that runs.
    init(limit: Duration) {
        end = .now + limit
        remaining = limit
    }

    /// The time that is left, or `nil` where the clock stands still.
    var left: Duration? { pauses == 0 ? end - .now : nil }

    mutating func pause() {
        if let left { remaining = left }
        pauses += 1
    }

    /// Ends a pause; whether the clock runs again and has to be watched.
    mutating func resume() -> Bool {
        pauses -= 1
        guard pauses == 0 else { return false }
        end = .now + remaining
        return true
    }
}
