/// What may stand in a page's builder.
public protocol PageContent {
    /// The elements that it stands for.
    var elements: [PageElement] { get }
}

extension PageElement: PageContent {
    /// The element alone.
    public var elements: [PageElement] { [self] }
}
