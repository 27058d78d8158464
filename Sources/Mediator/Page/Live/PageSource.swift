/// What a live page is made of, again and again.
@_spi(Host) public final class PageSource: Sendable {
    private let content: @Sendable () -> [PageElement]

    init(_ content: @escaping @Sendable () -> [PageElement]) { self.content = content }

    /// The elements as they are now.
    ///
    /// - Parameter changed: is called when a value that was read for them changes, for as long as the bindings are kept; more
    ///   than once where several do.
    public func elements(
        whenChanged changed: @escaping @Sendable () -> Void
    ) -> (elements: [PageElement], bindings: [Binding]) {
        let (elements, reading) = Reading.of(content)
        return (elements, reading.watch(changed))
    }

}

@_spi(Host) extension Page {
    /// Whether the page follows a view model.
    public var isLive: Bool { source != nil }

    /// The page as it is now.
    public var current: Page {
        guard let source else { return self }
        var page = self
        page.elements = source.elements {}.elements
        return page
    }
}
