/// A circuit breaker: it stops questions to a service that fails too often, and tests with one question whether the
/// service is back. It is a value; its owner serialises the changes.
struct CircuitBreaker: Sendable, Equatable {
    /// The number of last outcomes that count.
    static let window = 20
    /// The minimum number of outcomes for a decision.
    static let leastOutcomes = 5
    /// The time without questions to the service.
    static let rest = Duration.seconds(30)

    enum State: Equatable {
        case closed
        /// No question is allowed until then.
        case open(until: Duration)
        /// One question is in progress since then, and no other is allowed until it has ended.
        case probing(since: Duration)
    }

    /// The state as a word of `ResolverStatus`.
    var words: String {
        switch state {
        case .closed: "closed"
        case .open: "open"
        case .probing: "probing"
        }
    }

    private(set) var state = State.closed
    /// Whether the service was down, for each of the last questions.
    private var outcomes: [Bool] = []
    private(set) var cause: String?

    /// Returns whether a question is allowed now; the caller of an allowed question has to record its end.
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

    /// Records the outcome of a question, once for all of its attempts.
    ///
    /// - Parameters:
    ///   - isDown: whether the service was not there.
    ///   - cause: the cause of that, if known.
    ///   - begun: the time when the question, or its last attempt, was allowed.
    mutating func record(isDown: Bool, cause: String? = nil, begun: Duration, at time: Duration) {
        switch state {
        // A question from before the opening says nothing about the present.
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

    /// Records an abandoned question: it says nothing, and the next one may test the service.
    mutating func abandon(begun: Duration, at time: Duration) {
        if case .probing(let since) = state, begun >= since { state = .open(until: time) }
    }
}
