/// The navigator's reply to a command, for the caller: the outcome, and the stack after the command.
public struct Feedback: Sendable, Equatable {
    /// The outcome of a navigation command.
    public enum Outcome: Sendable, Equatable {
        /// The requested page, or the page that the command returned to, is on top of the stack.
        case shown
        /// The navigator refused; the reason ends with the remedy.
        case refused(reason: String)
        /// A presented page was dismissed, with or without a value.
        case dismissed(value: Payload?)
        /// The handler had no page to show.
        case done
        /// The caller opened this URL a moment ago, and the route suppresses duplicates.
        case suppressed
    }

    /// The outcome of the navigation.
    public let outcome: Outcome
    /// The stack after the command, from the bottom.
    ///
    /// - Complexity: linear in the number of pages.
    public var stack: [StackEntry] { Array(entries) }
    /// The stack after the command, which shares its storage with the navigator's stack.
    @_spi(Host) public let entries: ChunkedArray<StackEntry>
    /// The name of the stack's tab, in an app with tabs.
    public let tab: String?
    /// The URL that is to be opened next, if any: the first page of a tab that is selected for the first time.
    ///
    /// If the command belongs to a request, the mediator opens the URL; otherwise the caller must open the URL.
    public let next: RouteURL?

    /// Creates feedback.
    @_spi(Host) public init(
        _ outcome: Outcome, stack: [StackEntry], tab: String? = nil, next: RouteURL? = nil
    ) { self.init(outcome, entries: ChunkedArray(stack), tab: tab, next: next) }

    /// Creates feedback that shares the storage of a stack's entries.
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

    /// Encodes `{"outcome":"shown","top":{…},"depth":3}`, with `reason`, `value`, `tab` and `next` if present.
    /// - Throws: the encoder's error, such as for a value without a JSON form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(outcome.name, forKey: .outcome)
        if case .refused(let reason) = outcome { try container.encode(reason, forKey: .reason) }
        if case .dismissed(let value) = outcome { try container.encodeIfPresent(value, forKey: .value) }
        try container.encodeIfPresent(entries.last, forKey: .top)
        try container.encode(entries.count, forKey: .depth)
        try container.encodeIfPresent(tab, forKey: .tab)
        try container.encodeIfPresent(next, forKey: .next)
    }
}

extension Feedback.Outcome {
    /// The outcome as text, for traces and plans.
    @_spi(Host) public var words: String {
        if case .refused(let reason) = self { "refused: \(reason)" } else { name }
    }

    fileprivate var name: String {
        switch self {
        case .shown: "shown"
        case .refused: "refused"
        case .dismissed: "dismissed"
        case .done: "done"
        case .suppressed: "suppressed"
        }
    }
}

extension Feedback {
    /// Returns the feedback with the URLs of its reason, top page and next page redacted by a closure.
    @_spi(Host) public func naming(_ shown: (String) -> String) -> Feedback {
        let outcome: Outcome =
            if case .refused(let reason) = outcome { .refused(reason: shown(reason)) } else { outcome }
        var entries = entries
        if let top = entries.popLast() { entries.append(top.naming(shown)) }
        return Feedback(outcome, entries: entries, tab: tab, next: next.map { RouteURL(shown($0.text)) })
    }
}

/// One page of the navigator's stack.
public struct StackEntry: Sendable, Encodable {
    /// The style with which a page was put on the stack; it determines which command removes the page.
    public enum Style: String, Sendable, Codable {
        /// A pop removes the page.
        case pushed
        /// A dismissal removes the page.
        case presented
    }

    private enum CodingKeys: String, CodingKey { case url, title, style }

    /// The URL that led to the page.
    public let url: String
    /// The page's title.
    public let title: String
    /// The style with which the page was put on the stack.
    public let style: Style
    /// A number that distinguishes pages with equal entries; 0 if the navigator does not number its pages.
    @_spi(Host) public let identity: UInt64

    /// Creates an entry with its number.
    @_spi(Host) public init(url: String, title: String, style: Style, identity: UInt64 = 0) {
        self.url = url
        self.title = title
        self.style = style
        self.identity = identity
    }

    /// Returns the entry with its URL redacted by a closure.
    @_spi(Host) public func naming(_ shown: (String) -> String) -> StackEntry {
        StackEntry(url: shown(url), title: title, style: style, identity: identity)
    }
}

extension StackEntry: Equatable {
    /// Returns whether two entries are equal except for their identities.
    public static func == (first: StackEntry, second: StackEntry) -> Bool {
        first.url == second.url && first.title == second.title && first.style == second.style
    }
}
