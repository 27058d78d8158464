/// One page of the navigator's stack.
public struct StackEntry: Sendable, Encodable {
    /// How the page came onto the stack.
    public enum Style: String, Sendable, Codable {
        /// It is left by popping it.
        case pushed
        /// It is left by dismissing it.
        case presented
    }

    private enum CodingKeys: String, CodingKey { case url, title, style }

    /// The URL that led to the page.
    public let url: String
    /// The page's title.
    public let title: String
    /// How the page came onto the stack.
    public let style: Style
    /// Which page it is, among those that look alike; 0 where the navigator does not say.
    @_spi(Host) public let identity: UInt64

    /// Makes an entry; navigators do.
    public init(url: String, title: String, style: Style) {
        self.init(url: url, title: title, style: style, identity: 0)
    }

    init(url: String, title: String, style: Style, identity: UInt64) {
        self.url = url
        self.title = title
        self.style = style
        self.identity = identity
    }
}

extension StackEntry: Equatable {
    /// Whether two entries look alike.
    public static func == (first: StackEntry, second: StackEntry) -> Bool {
        first.url == second.url && first.title == second.title && first.style == second.style
    }
}
