/// A circuit breaker: it stops questions to a service that fails too often, and later lets one question test whether
/// the service works again. The breaker is a value type: its owner makes one change at a time.
struct CircuitBreaker: Sendable, Equatable {
    /// The number of latest outcomes that decide whether the breaker opens.
    static let window = 20
    /// The minimum number of outcomes before the breaker can open.
    static let leastOutcomes = 5
    /// The time for which an open breaker stops questions.
    static let rest = Duration.seconds(30)

    enum State: Equatable {
        case closed
        /// No question is allowed until the given time.
        case open(until: Duration)
        /// A test question has been in progress since the given time; no other question is allowed until it ends.
        case probing(since: Duration)
    }

    /// The state as text for `ResolverStatus`.
    var words: String {
        switch state {
        case .closed: "closed"
        case .open: "open"
        case .probing: "probing"
        }
    }

    private(set) var state = State.closed
    /// For each of the latest questions, whether the service was down.
    private var outcomes: [Bool] = []
    private(set) var cause: String?

    /// Returns whether a question is allowed now; the caller must record the end of an allowed question.
    mutating func admits(at time: Duration) -> Bool {
        switch state {
        case .closed: return true
        case .probing: return false
        case .open(let end):
            guard time >= end else { return false }
            state = .probing(since: time)
            return true
        }
    }

    /// Records the outcome of a question, which may have several attempts.
    ///
    /// - Parameters:
    ///   - isDown: whether the service was down.
    ///   - cause: the cause of the failure, if known.
    ///   - begun: the time when the question, or its last attempt, was allowed.
    mutating func record(isDown: Bool, cause: String? = nil, begun: Duration, at time: Duration) {
        switch state {
        // A question that began before the breaker opened is not evidence of the current state.
        case .open: return
        case .probing(let since) where begun < since: return
        case .probing:
            outcomes = []
            state = isDown ? .open(until: time + Self.rest) : .closed
        case .closed:
            outcomes = (outcomes + [isDown]).suffix(Self.window)
            let failures = outcomes.count { $0 }
            if outcomes.count >= Self.leastOutcomes, failures * 2 >= outcomes.count {
                outcomes = []
                state = .open(until: time + Self.rest)
            }
        }
        self.cause = isDown ? cause ?? self.cause : nil
    }

    /// Records that a question ended without an outcome. If that question was the test, the next question becomes the
    /// test.
    mutating func abandon(begun: Duration, at time: Duration) {
        if case .probing(let since) = state, begun >= since { state = .open(until: time) }
    }
}
