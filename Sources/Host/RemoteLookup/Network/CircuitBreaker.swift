/// A circuit breaker: it stops questions to a service that fails too often, and tests with one question whether the
/// service is back. It is a value; its owner serialises the changes.
struct CircuitBreaker: Sendable, Equatable {
    /// The number of last outcomes that count.
    static let window = 20
    /// The minimum number of outcomes for a decision.
    static let leastOutcomes = 5
    /// The time without questions to the service.
    static let rest = Duration.seconds(30)

    /// The state of the breaker.
    enum State: Equatable {
        case closed
        /// No question is allowed until then.
        case open(until: Duration)
        /// One question is in progress, and no other is allowed until it has ended.
        case probing
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
    private var outcomes: [Bool] = []
    /// The cause of the last failure.
    private(set) var cause: String?

    /// Returns whether a question is allowed now; the caller of an allowed question has to record its end.
    mutating func admits(at time: Duration) -> Bool {
        switch state {
        case .closed: return true
        case .probing: return false
        case .open(let end):
            guard time >= end else { return false }
            state = .probing
            return true
        }
    }

    /// Records the outcome of a question.
    ///
    /// - Parameter cause: the cause of the failure, if known.
    mutating func record(success: Bool, cause: String? = nil, at time: Duration) {
        self.cause = success ? nil : cause ?? self.cause
        switch state {
        // A question from before the opening says nothing about the present.
        case .open: return
        case .probing:
            outcomes = []
            state = success ? .closed : .open(until: time + Self.rest)
        case .closed:
            outcomes = (outcomes + [success]).suffix(Self.window)
            let failures = outcomes.count { !$0 }
            guard outcomes.count >= Self.leastOutcomes, failures * 2 >= outcomes.count else { return }
            outcomes = []
            state = .open(until: time + Self.rest)
        }
    }

    /// Records an abandoned question: it says nothing, and the next one may test the service.
    mutating func abandon(at time: Duration) {
        if state == .probing { state = .open(until: time) }
    }
}
