/// The rules of a navigator's stack, as a value: each command changes it and gives feedback, and shows nothing itself.
public struct PageStack: Sendable {
    /// A page, the URL that led to it, and how it came.
    public struct Item: Sendable {
        /// The page.
        public fileprivate(set) var page: Page
        /// What lists show of it.
        public let entry: StackEntry
        /// The request that waits for the page to leave, if one does.
        @_spi(Host) public let waiter: RequestID?
    }

    /// The pages, the first one first.
    public private(set) var items: [Item] = []

    /// Makes an empty stack.
    public init() {}

    /// A stack like another of which no more is known, to see what a command would do.
    init(entries: [StackEntry]) {
        items = entries.map { Item(page: Page($0.title) {}, entry: $0, waiter: nil) }
    }

    /// Puts newer elements in place of those of the page on top, which stays the same page.
    @_spi(Host) public mutating func renewTop(_ elements: [PageElement]) {
        guard !items.isEmpty else { return }
        items[items.count - 1].page.elements = elements
    }

    /// The page on top.
    public var top: Item? { items.last }

    /// The pages as lists show them.
    public var entries: [StackEntry] { items.map(\.entry) }

    /// Applies a command on behalf of a request, or of the person at the navigator; a refused one changes nothing.
    ///
    /// - Parameter results: is told of the pages that leave and that somebody waits for.
    public mutating func apply(
        _ command: NavigationCommand, for request: Request?, results: PageResults
    ) -> Feedback {
        let before = items
        let feedback = apply(command, url: request?.shownURL ?? "", waiter: request?.waiter)
        let value: Payload? = if case .dismissed(let value) = feedback.outcome { value } else { nil }
        let dismissed = before.dropFirst(items.count).firstIndex { $0.entry.style == .presented }
        for (place, item) in before.enumerated() {
            guard let waiter = item.waiter, !items.contains(where: { $0.waiter == waiter }) else { continue }
            results.leave(waiter, value: place == dismissed ? value : nil)
        }
        return feedback
    }

    private mutating func apply(_ command: NavigationCommand, url: String, waiter: RequestID?) -> Feedback {
        switch command {
        case .push(let page): add(page, url: url, style: .pushed, waiter: waiter)
        case .present(let page): add(page, url: url, style: .presented, waiter: waiter)
        case .web(let address): addWebPage(address, waiter: waiter)
        case .replace(let page): replaceTop(by: page, url: url, waiter: waiter)
        case .pop: pop()
        case .popToRoot: popToRoot()
        case .dismiss(let value): dismiss(value)
        }
    }

    private mutating func add(
        _ page: Page, url: String, style: StackEntry.Style, waiter: RequestID?
    ) -> Feedback {
        items.append(
            Item(page: page, entry: StackEntry(url: url, title: page.title, style: style), waiter: waiter))
        return Feedback(.shown, stack: entries)
    }

    private mutating func addWebPage(_ address: String, waiter: RequestID?) -> Feedback {
        guard let url = try? RouteURL(address), url.host != nil else {
            return refused("\"\(address)\" is not an http or https URL; ask for one")
        }
        return add(Self.webPage(address), url: address, style: .pushed, waiter: waiter)
    }

    private mutating func replaceTop(by page: Page, url: String, waiter: RequestID?) -> Feedback {
        add(page, url: url, style: items.popLast()?.entry.style ?? .pushed, waiter: waiter)
    }

    private mutating func pop() -> Feedback {
        guard let top else { return refused("no page is open; open a URL first") }
        guard top.entry.style == .pushed else {
            return refused("\"\(top.page.title)\" was presented; dismiss it")
        }
        guard items.count > 1 else { return refused("\"\(top.page.title)\" is the first page; open another URL") }
        items.removeLast()
        return Feedback(.shown, stack: entries)
    }

    private mutating func popToRoot() -> Feedback {
        guard !items.isEmpty else { return refused("no page is open; open a URL first") }
        let root = items.lastIndex { $0.entry.style == .presented } ?? 0
        items.removeSubrange((root + 1)...)
        return Feedback(.shown, stack: entries)
    }

    private mutating func dismiss(_ value: Payload?) -> Feedback {
        guard let presented = items.lastIndex(where: { $0.entry.style == .presented }) else {
            return refused("no page was presented; go back instead")
        }
        items.removeSubrange(presented...)
        return Feedback(.dismissed(value: value), stack: entries)
    }

    private func refused(_ reason: String) -> Feedback { Feedback(.refused(reason: reason), stack: entries) }

    private static func webPage(_ address: String) -> Page {
        Page(address) { Text("A web page; open \(address) in a browser.") }
    }
}

extension Request {
    /// The request's number, if its caller waits for the page to leave.
    fileprivate var waiter: RequestID? { awaitsResult ? id : nil }
}
