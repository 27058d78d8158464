/// One page of the navigator's stack.
public struct StackEntry: Sendable, Equatable, Encodable {
    /// How the page came onto the stack.
    public enum Style: String, Sendable, Codable {
        /// It is left by popping it.
        case pushed
        /// It is left by dismissing it.
        case presented
    }

    /// The URL that led to the page.
    public let url: String
    /// The page's title.
    public let title: String
    /// How the page came onto the stack.
    public let style: Style

    /// Makes an entry; navigators do.
    public init(url: String, title: String, style: Style) {
        self.url = url
        self.title = title
        self.style = style
    }
}
