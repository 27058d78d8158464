/// The result of a navigation, for the caller.
public struct Feedback: Sendable, Equatable {
    /// The end of a navigation.
    public enum Outcome: Sendable, Equatable {
        /// The page on top of the stack is the requested one, or the one that the command returned to.
        case shown
        /// The navigator refused; the reason ends with the remedy.
        case refused(reason: String)
        /// A presented page was dismissed, with a value or without.
        case dismissed(value: Payload?)
        /// The handler had no page to show.
        case done
        /// The caller opened this URL a moment ago, and the route suppresses duplicates.
        case suppressed
    }

    /// The outcome of the navigation.
    public let outcome: Outcome
    /// The stack afterwards, the first page first.
    ///
    /// - Complexity: linear in the number of pages.
    public var stack: [StackEntry] { Array(entries) }
    /// The stack, shared with the navigator's.
    @_spi(Host) public let entries: ChunkedArray<StackEntry>
    /// The name of the stack's tab, in an app with tabs.
    public let tab: String?
    /// The URL of the tab's first page, if the tab is shown for the first time: the caller opens it next.
    ///
    /// The mediator does so for the commands of requests.
    public let next: RouteURL?

    /// Creates feedback.
    @_spi(Host) public init(
        _ outcome: Outcome, stack: [StackEntry], tab: String? = nil, next: RouteURL? = nil
    ) { self.init(outcome, entries: ChunkedArray(stack), tab: tab, next: next) }

    /// Creates feedback that shares a stack.
    @_spi(Host) public init(
        _ outcome: Outcome, entries: ChunkedArray<StackEntry>, tab: String? = nil, next: RouteURL? = nil
    ) {
        self.outcome = outcome
        self.entries = entries
        self.tab = tab
        self.next = next
    }
}

extension Feedback: Encodable {
    private enum Key: String, CodingKey { case outcome, reason, value, top, depth, tab, next }

    /// Encodes `{"outcome":"shown","top":{…},"depth":3}`: the top page and the number of pages, with `reason`, `value`,
    /// `tab` and `next` if present.
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
        try container.encodeIfPresent(entries.last, forKey: .top)
        try container.encode(entries.count, forKey: .depth)
        try container.encodeIfPresent(tab, forKey: .tab)
        try container.encodeIfPresent(next, forKey: .next)
    }
}
