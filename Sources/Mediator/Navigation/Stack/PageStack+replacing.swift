extension PageStack {
    /// The pages on the stacks of all tabs.
    @_spi(Host) public var allItems: [Item] { branches.flatMap(\.items) }

    /// The URLs of the pages of all tabs, those that can be put back included.
    @_spi(Host) public var openURLs: Set<String> {
        Set(branches.flatMap { $0.items + $0.popped }.map(\.entry.url))
    }

    /// Puts other pages in place of some, where they stand; whoever waits for one goes on waiting.
    @_spi(Host) public mutating func replacePages(_ replacement: (Item) -> Page?) {
        func replaced(_ item: Item) -> Item {
            var item = item
            guard let page = replacement(item) else { return item }
            item.page = page
            item.lease = nil
            return item
        }
        for branch in branches.indices {
            branches[branch].items = branches[branch].items.map(replaced)
            branches[branch].popped = branches[branch].popped.map(replaced)
        }
    }

    /// Puts newer elements in place of those of the page on top, which stays the same page.
    @_spi(Host) public mutating func renewTop(_ elements: [PageElement]) {
        guard !items.isEmpty else { return }
        items[items.count - 1].page.elements = elements
    }
}
