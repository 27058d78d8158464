/// What became of a navigation, for whoever asked for it.
public struct Feedback: Sendable, Equatable {
    /// How a navigation ended.
    public enum Outcome: Sendable, Equatable {
        /// The page on top of the stack is the one that was asked for, or the one that was returned to.
        case shown
        /// The navigator did not do it; the reason ends with what to do.
        case refused(reason: String)
        /// A presented page was dismissed, with a value or without.
        case dismissed(value: Payload?)
        /// The handler had nothing to show.
        case done
        /// The same caller opened the same URL a moment ago, and the route takes the two for one.
        case suppressed
    }

    /// How it ended.
    public let outcome: Outcome
    /// The stack afterwards, the first page first.
    public let stack: [StackEntry]

    /// Makes feedback; navigators do.
    public init(_ outcome: Outcome, stack: [StackEntry]) {
        self.outcome = outcome
        self.stack = stack
    }
}

extension Feedback: Encodable {
    private enum Key: String, CodingKey { case outcome, reason, value, stack }

    /// Encodes `{"outcome":"shown","stack":[…]}`, with `reason` or `value` where there is one.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch outcome {
        case .shown: try container.encode("shown", forKey: .outcome)
        case .done: try container.encode("done", forKey: .outcome)
        case .suppressed: try container.encode("suppressed", forKey: .outcome)
        case .refused(let reason):
            try container.encode("refused", forKey: .outcome)
            try container.encode(reason, forKey: .reason)
        case .dismissed(let value):
            try container.encode("dismissed", forKey: .outcome)
            try container.encodeIfPresent(value, forKey: .value)
        }
        try container.encode(stack, forKey: .stack)
    }
}
