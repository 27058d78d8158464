/// The rules of a navigator's stack, as a value: each command changes it and gives feedback, and shows nothing itself.
public struct PageStack: Sendable {
    /// A page, the URL that led to it, and how it came.
    public struct Item: Sendable {
        /// The page.
        public let page: Page
        /// What lists show of it.
        public let entry: StackEntry
    }

    /// The pages, the first one first.
    public private(set) var items: [Item] = []

    /// Makes an empty stack.
    public init() {}

    /// The page on top.
    public var top: Item? { items.last }

    /// The pages as lists show them.
    public var entries: [StackEntry] { items.map(\.entry) }

    /// Applies a command on behalf of a URL; a refused one changes nothing.
    public mutating func apply(_ command: NavigationCommand, url: String) -> Feedback {
        switch command {
        case .push(let page): add(page, url: url, style: .pushed)
        case .present(let page): add(page, url: url, style: .presented)
        case .web(let address): addWebPage(address)
        case .replace(let page): replaceTop(by: page, url: url)
        case .pop: pop()
        case .popToRoot: popToRoot()
        case .dismiss(let value): dismiss(value)
        }
    }

    private mutating func add(_ page: Page, url: String, style: StackEntry.Style) -> Feedback {
        items.append(Item(page: page, entry: StackEntry(url: url, title: page.title, style: style)))
        return Feedback(.shown, stack: entries)
    }

    private mutating func addWebPage(_ address: String) -> Feedback {
        guard let url = try? RouteURL(address), url.host != nil else {
            return refused("\"\(address)\" is not an http or https URL; ask for one")
        }
        return add(Self.webPage(address), url: address, style: .pushed)
    }

    private mutating func replaceTop(by page: Page, url: String) -> Feedback {
        add(page, url: url, style: items.popLast()?.entry.style ?? .pushed)
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
