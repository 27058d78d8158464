/// Leaves a service alone that fails too often, and finds out by one question when it is back. A value: whoever keeps it
/// takes care that one changes it at a time.
struct CircuitBreaker: Sendable, Equatable {
    /// How many of the last outcomes count.
    static let window = 20
    /// Fewer than these say nothing.
    static let leastOutcomes = 5
    /// How long the service is left alone.
    static let rest = Duration.seconds(30)

    /// What becomes of a question.
    enum State: Equatable {
        case closed
        /// No question is asked until then.
        case open(until: Duration)
        /// One question is on its way, and no other is asked until it has ended.
        case probing
    }

    private(set) var state = State.closed
    private var outcomes: [Bool] = []
    /// Why the last question failed that was let through.
    private(set) var cause: String?

    /// Whether a question may be asked now; whoever was let through says how it ended.
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

    /// Takes the outcome of a question.
    ///
    /// - Parameter cause: why it failed, where that is known.
    mutating func record(success: Bool, cause: String? = nil, at time: Duration) {
        self.cause = success ? nil : cause ?? self.cause
        switch state {
        // What was asked before it opened tells nothing about now.
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

    /// Takes note of a question that was given up: it tells nothing, and the next one may find out.
    mutating func abandon(at time: Duration) {
        if state == .probing { state = .open(until: time) }
    }
}
