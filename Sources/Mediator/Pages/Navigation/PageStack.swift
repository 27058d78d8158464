/// The stack of a navigator's pages, as a value: a command changes the stack and returns feedback, without a display.
///
/// In an app with tabs, each tab has a stack, and "the stack" means the stack of the selected tab.
@_spi(Host) public struct PageStack: Sendable {
    /// A page on the stack, with its URL, its style and the requests that wait for it.
    public struct Item: Sendable {
        /// The page.
        public internal(set) var page: Page
        /// The entry for the page in lists of the stack's pages.
        public let entry: StackEntry
        /// The requests that wait for the page to leave, in the order in which they began to wait.
        @_spi(Host) public internal(set) var waiters: [Request] = []
        /// The origin of the request that opened the page; `nil` if the user opened it at the navigator.
        @_spi(Host) public internal(set) var origin: Origin?
        /// Whether a sensitive value was redacted in the entry's URL; if so, the URL does not open the page again.
        @_spi(Host) public internal(set) var isRedacted = false
        /// Whether the page is a placeholder for a web page and does not come from a module.
        @_spi(Host) public internal(set) var isWeb = false
        /// The lease of the page's module; the lease names the module, and keeps the module's build until the page is
        /// popped.
        @_spi(Host) public internal(set) var lease: Lease?

        /// For each request that waited for the page when an earlier session ended: its URL and its origin.
        fileprivate var formerOpeners: [(url: RouteURL, origin: Origin)] = []

        /// For each request that waits for the page and can be opened again: its URL and its origin.
        @_spi(Host) public var openers: [(url: RouteURL, origin: Origin)] {
            formerOpeners + waiters.compactMap(\.opener)
        }

        /// Whether at least one of the `waiters` has not ended and still waits for the page.
        var isAwaited: Bool { waiters.contains(where: \.isAwaited) }

        func isAwaited(by request: RequestID) -> Bool { waiters.contains { $0.id == request } }
    }

    /// The stacks of all tabs; in an app without tabs, a single stack without a tab.
    @_spi(Host) public internal(set) var branches = [Branch()]
    /// The index of the selected stack.
    @_spi(Host) public internal(set) var selected = 0
    /// The number of pages created so far.
    private var count: UInt64 = 0
    /// The requests whose pages have left; the requests continue after the first page of a newly selected tab was
    /// opened.
    fileprivate var departures: [StackChange.Departure] = []

    /// Creates an empty stack.
    public init() {}

    /// The pages, from the bottom.
    public var items: [Item] { Array(branches[selected].items) }

    /// The top page.
    public var top: Item? { branches[selected].items.last }

    /// The entries of the pages in lists.
    public var entries: [StackEntry] { Array(branches[selected].entries) }

    /// The tabs, in order; empty in an app without tabs.
    public var tabs: [Tab] { branches.compactMap(\.tab) }

    /// The selected tab, in an app with tabs.
    public var tab: Tab? { branches[selected].tab }

    /// Applies a command of a request, or of the user if `request` is `nil`; a refused command has no effect.
    ///
    /// - Parameter results: receives the results of the pages that leave, if requests wait for them.
    public mutating func apply(_ command: NavigationCommand, for request: Request?, results: PageResults) -> Feedback {
        // The change consumes the stack. The change then has the only reference to the storage, and copies nothing.
        var change = StackChange(consume self, for: request, isAnswer: request == nil)
        let feedback = change.feedback(of: command)
        guard change.isDone else {
            self = change.stack
            return feedback
        }
        change.stack.departures += change.departures
        // If a tab's first page is to be opened next, waiting requests continue only after that page was opened. Pages
        // that these requests open are then above the first page.
        let ready = feedback.next == nil || request == nil ? change.stack.departures : []
        change.stack.departures.removeFirst(ready.count)
        self = change.stack
        for departure in ready { results.leave(departure.waiter, value: departure.value) }
        return feedback
    }

    /// Returns the feedback that a command would have.
    public func forecast(_ command: NavigationCommand, for request: Request?) -> Feedback {
        var change = StackChange(self, for: request, isAnswer: request == nil)
        return change.feedback(of: command)
    }

    /// Returns the questions of the pages that a command would remove; empty if the command would be refused.
    public func questions(before command: NavigationCommand) -> [String] {
        var change = StackChange(self, for: nil)
        _ = change.feedback(of: command)
        return change.isDone ? change.questions : []
    }

    mutating func forget(_ request: RequestID) {
        guard let (branch, place) = place(where: { $0.isAwaited(by: request) }) else { return }
        branches[branch].change(place) { $0.waiters.removeAll { $0.id == request } }
    }

    /// Returns the position of the topmost matching item; among several tabs, the first tab with a match counts.
    func place(where matches: (Item) -> Bool) -> (branch: Int, place: Int)? {
        for branch in branches.indices {
            if let place = branches[branch].items.lastIndex(where: matches) { return (branch, place) }
        }
        return nil
    }

    mutating func item(_ page: Page, url: String, style: StackEntry.Style) -> Item {
        count += 1
        return Item(page: page, entry: StackEntry(url: url, title: page.title, style: style, identity: count))
    }
}

@_spi(Host) extension PageStack {
    /// The pages of one tab, or of an app without tabs.
    @_spi(Host) public struct Branch: Sendable {
        /// The tab, in an app with tabs.
        public let tab: Tab?
        /// The pages, from the bottom.
        public private(set) var items = ChunkedArray<Item>()
        /// The entries of the pages in lists.
        public private(set) var entries = ChunkedArray<StackEntry>()
        /// The popped pages that can be restored; the last one is restored first.
        public internal(set) var popped = ChunkedArray<Item>()

        init(_ tab: Tab? = nil) { self.tab = tab }

        mutating func append(_ item: Item) {
            items.append(item)
            entries.append(item.entry)
        }

        mutating func popLast() -> Item? {
            _ = entries.popLast()
            return items.popLast()
        }

        /// Removes and returns an item; the items above it stay.
        mutating func remove(_ place: Int) -> Item {
            let (item, above) = (items[place], Array(items[(place + 1)...]))
            while items.count > place { _ = popLast() }
            for item in above { append(item) }
            return item
        }

        /// Changes an item; its entry must stay the same.
        mutating func change(_ place: Int, _ body: (inout Item) -> Void) { body(&items[place]) }
    }

    /// The pages on the stacks of all tabs.
    @_spi(Host) public var allItems: [Item] { branches.flatMap(\.items) }

    /// Returns whether a request waits for a page, on any tab.
    @_spi(Host) public func isAwaited(by request: RequestID) -> Bool {
        place { $0.isAwaited(by: request) } != nil
    }

    /// Ends a request's detours, and removes pages for which no request waits any more; the pages above them stay.
    @_spi(Host) public mutating func endDetours(of request: RequestID, results: PageResults) {
        while let (branch, place) = place(where: { $0.waiters.contains { $0.detouring == request } }) {
            let all = branches[branch].items[place].waiters
            branches[branch].change(place) { $0.waiters.removeAll { $0.detouring == request } }
            if !branches[branch].items[place].isAwaited { _ = branches[branch].remove(place) }
            for waiter in all where waiter.detouring == request { results.leave(waiter.id, value: nil) }
        }
    }

    /// The URLs of the pages of all tabs, including popped pages that can be restored.
    @_spi(Host) public var openURLs: Set<String> {
        Set(branches.flatMap { $0.items.map(\.entry.url) + $0.popped.map(\.entry.url) })
    }

    /// Replaces, in place, each page for which the closure returns another page; the requests that wait for the page
    /// continue to wait.
    @_spi(Host) public mutating func replacePages(_ replacement: (Item) -> Page?) {
        func replaced(_ item: Item) -> Item {
            var item = item
            guard let page = replacement(item) else { return item }
            item.page = page
            item.lease = nil
            return item
        }
        for branch in branches.indices {
            for place in branches[branch].items.indices { branches[branch].change(place) { $0 = replaced($0) } }
            for place in branches[branch].popped.indices {
                branches[branch].popped[place] = replaced(branches[branch].popped[place])
            }
        }
    }

    /// Replaces the top page with an item's page, but keeps the old URL, style, identity and waiting requests.
    @_spi(Host) public mutating func refreshTop(by item: Item) {
        guard let old = branches[selected].popLast() else { return }
        let entry = StackEntry(
            url: old.entry.url, title: item.page.title, style: old.entry.style, identity: old.entry.identity)
        branches[selected].append(
            Item(
                page: item.page, entry: entry, waiters: old.waiters, origin: old.origin, isWeb: item.isWeb,
                lease: item.lease))
    }

    /// Replaces the elements of the top page, which keeps its identity.
    @_spi(Host) public mutating func renewTop(_ elements: [PageElement]) {
        guard top != nil else { return }
        branches[selected].change(branches[selected].items.count - 1) { $0.page.elements = elements }
    }

    /// Puts a page of an earlier session on the stack; no request waits for it.
    @_spi(Host) public mutating func restore(
        _ page: Page, url: String, style: StackEntry.Style, origin: Origin, isRedacted: Bool, isWeb: Bool,
        openers: [(url: RouteURL, origin: Origin)]
    ) {
        var item = item(page, url: url, style: style)
        item.origin = origin
        item.isRedacted = isRedacted
        item.isWeb = isWeb
        item.formerOpeners = openers
        branches[selected].append(item)
    }

    /// Returns a placeholder page for a web page; `nil` if the address is not an `http` or `https` URL.
    @_spi(Host) public static func webPage(_ address: RouteURL) -> Page? {
        guard address.host != nil else { return nil }
        return Page(address.text) { Text("A web page; open \(address) in a browser.") }
    }
}
