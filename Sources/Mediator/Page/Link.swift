/// A way from a page to another URL; following it is a request of the person at the navigator.
public struct Link: PageContent, Sendable, Equatable {
    /// What the person reads.
    public let title: String
    /// The URL that is opened.
    public let url: String

    /// Describes a link.
    public init(_ title: String, to url: String) {
        self.title = title
        self.url = url
    }

    /// Describes a link to a route of a façade.
    ///
    /// - Throws: `URLGenerationError` where a parameter cannot stand in a URL.
    public init(_ title: String, to route: RouteReference) throws(URLGenerationError) {
        self.init(title, to: try route.url)
    }

    /// The link as an element.
    public var elements: [PageElement] { [.link(self)] }
}
