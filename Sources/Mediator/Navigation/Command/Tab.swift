/// A tab of an app: a stack of pages of its own beside others.
public struct Tab: Sendable, Equatable, Codable {
    /// The name by which it is chosen and shown; each tab has another.
    public let name: String
    /// The URL of its first page, which is opened when the tab is shown for the first time.
    public let url: String

    /// Describes a tab.
    public init(_ name: String, url: String) {
        self.name = name
        self.url = url
    }

    /// Describes a tab whose first page is a route of a façade.
    ///
    /// - Throws: `URLGenerationError` where a parameter cannot stand in a URL.
    public init(_ name: String, to route: RouteReference) throws(URLGenerationError) {
        self.init(name, url: try route.url)
    }
}
