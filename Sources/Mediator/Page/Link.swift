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

    /// The link as an element.
    public var elements: [PageElement] { [.link(self)] }
}
