/// A page as a described view: a title and elements, in the order in which they are read.
///
/// A module describes; the navigator is the browser that shows it. No element knows the terminal.
public struct Page: Sendable, Equatable, Codable {
    /// The title, shown first and on the stack.
    public var title: String
    /// What is on the page, from the top.
    public var elements: [PageElement]

    /// Describes a page.
    public init(_ title: String, @PageBuilder elements: () throws -> [PageElement]) rethrows {
        self.title = title
        self.elements = try elements()
    }

    /// The page's links in order; a navigator numbers them from 1.
    public var links: [Link] {
        elements.compactMap { if case .link(let link) = $0 { link } else { nil } }
    }
}

extension Page: ResponseConvertible {
    /// The page as a response: it is pushed.
    public var response: Response { .page(self) }
}
