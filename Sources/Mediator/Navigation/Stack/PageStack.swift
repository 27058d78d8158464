/// The rules of a navigator's stack, as a value: each command changes it and gives feedback, and shows nothing itself.
///
/// An app with tabs has a stack for each; what is said of the stack is said of the tab that is shown.
public struct PageStack: Sendable {
    /// A page, the URL that led to it, and how it came.
    public struct Item: Sendable {
        /// The page.
        public internal(set) var page: Page
        /// What lists show of it.
        public let entry: StackEntry
        /// The request that waits for the page to leave, if one does.
        @_spi(Host) public internal(set) var waiter: RequestID?
        /// Who asked for the page; `nil` where the person at the navigator did.
        @_spi(Host) public internal(set) var origin: Origin?
        /// Whether the entry's URL lacks a sensitive value, so that it does not lead to the page.
        @_spi(Host) public internal(set) var isRedacted = false
        /// Whether it stands for a web page, which no module describes.
        @_spi(Host) public internal(set) var isWeb = false
        /// Held until the page is popped: it names the module, whose generation goes on as long.
        @_spi(Host) public internal(set) var lease: Lease?
    }

    /// The stacks of all tabs; one without a tab in an app without.
    @_spi(Host) public internal(set) var branches = [Branch()]
    /// Which of them is shown.
    @_spi(Host) public internal(set) var selected = 0
    /// How many pages came so far.
    private var count: UInt64 = 0

    /// Makes an empty stack.
    public init() {}

    /// A stack like another of which no more is known, to see what a command would do.
    init(entries: [StackEntry]) {
        items = entries.map { Item(page: Page($0.title) {}, entry: $0) }
        count = entries.map(\.identity).max() ?? 0
    }

    /// The pages, the first one first.
    public internal(set) var items: [Item] {
        get { branches[selected].items }
        set { branches[selected].items = newValue }
    }

    /// The page on top.
    public var top: Item? { items.last }

    /// The pages as lists show them.
    public var entries: [StackEntry] { items.map(\.entry) }

    /// The tabs, in order; none in an app without.
    public var tabs: [Tab] { branches.compactMap(\.tab) }

    /// The tab that is shown, in an app with tabs.
    public var tab: Tab? { branches[selected].tab }

    /// Applies a command on behalf of a request, or of the person at the navigator; a refused one changes nothing.
    ///
    /// - Parameter results: is told of the pages that leave and that somebody waits for.
    public mutating func apply(
        _ command: NavigationCommand, for request: Request?, results: PageResults
    ) -> Feedback {
        var change = StackChange(self, for: request)
        let feedback = change.feedback(of: command)
        guard change.isDone else { return feedback }
        self = change.stack
        for departure in change.departures { results.leave(departure.waiter, value: departure.value) }
        return feedback
    }

    /// What a command would come to.
    public func forecast(_ command: NavigationCommand, for request: Request?) -> Feedback {
        var change = StackChange(self, for: request)
        return change.feedback(of: command)
    }

    /// What the pages ask that a command would take off the stack; nothing where it would be refused.
    public func questions(before command: NavigationCommand) -> [String] {
        var change = StackChange(self, for: nil)
        _ = change.feedback(of: command)
        return change.isDone ? change.questions : []
    }

    /// Has a request wait for no page.
    mutating func forget(_ request: RequestID) {
        for branch in branches.indices {
            for place in branches[branch].items.indices where branches[branch].items[place].waiter == request {
                branches[branch].items[place].waiter = nil
            }
        }
    }

    /// A page that is new on the stack.
    mutating func item(_ page: Page, url: String, style: StackEntry.Style) -> Item {
        count += 1
        return Item(page: page, entry: StackEntry(url: url, title: page.title, style: style, identity: count))
    }
}
