/// What a live page is made of, again and again.
@_spi(Host) public final class PageSource: Sendable {
    fileprivate let content: @Sendable () -> [PageElement]

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
    /// What the page is made of again: its view model, or those of its containers; `nil` where it has none.
    public var liveSource: PageSource? {
        if let source { return source }
        guard elements.contains(where: \.isLive) else { return nil }
        return PageSource { [elements] in elements.map(\.renewed) }
    }

    /// Whether the page follows a view model.
    public var isLive: Bool { source != nil || elements.contains(where: \.isLive) }

    /// The page as it is now.
    public var current: Page {
        guard let liveSource else { return self }
        var page = self
        page.elements = liveSource.elements {}.elements
        return page
    }
}

extension PageElement {
    /// Whether the element, or one that it holds, follows a view model.
    fileprivate var isLive: Bool {
        guard case .container(let container) = self else { return false }
        return container.source != nil || container.content.contains(where: \.isLive)
    }

    /// The element as it is now.
    fileprivate var renewed: PageElement {
        guard case .container(var container) = self else { return self }
        container.content = container.source?.content() ?? container.content.map(\.renewed)
        return .container(container)
    }
}
