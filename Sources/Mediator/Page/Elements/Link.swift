/// A way from a page to another URL; following it is a request of the person at the navigator.
public struct Link: PageContent, Styled, Sendable, Equatable, Codable {
    /// What the person reads.
    public var title: String
    /// The URL that is opened.
    public var url: String
    /// How the title looks.
    public var style: Style?

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
