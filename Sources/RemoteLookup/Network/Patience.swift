/// How long a service is waited for, and how often it is asked.
struct Patience: Sendable, Equatable {
    /// The time for all attempts and the pauses between them.
    var total = Duration.seconds(8)
    /// The time for one attempt.
    var attempt = Duration.seconds(3)
    /// How often the service is asked.
    var attempts = 3
    /// What the pause before the second attempt is at most; it doubles with each.
    var firstPause = Duration.milliseconds(250)

    /// The pause before the next attempt, or `nil` where there is none.
    ///
    /// It is a random part of what it may be at most (full jitter), so that clients that failed together do not come back
    /// together. What the service asks for with `Retry-After` is waited for where it fits into the time.
    ///
    /// - Parameters:
    ///   - attempt: the number of the attempt that failed, from 1.
    ///   - elapsed: the time since the first began.
    ///   - random: a number from 0 up to 1.
    func pause(after attempt: Int, elapsed: Duration, retryAfter: Duration? = nil, random: Double) -> Duration? {
        guard attempt < attempts else { return nil }
        let jitter = firstPause * (1 << (attempt - 1)) * random
        let pause = max(retryAfter ?? .zero, jitter)
        return elapsed + pause < total ? pause : nil
    }
}
