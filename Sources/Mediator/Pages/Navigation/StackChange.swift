/// The presented page whose form or action the current task answers: a command of the person then is for no other page.
enum AnsweredPage {
    /// The number of the page; `nil` outside of an answer.
    @TaskLocal static var identity: UInt64?

    /// Returns whether the entry is that page, or no page is answered.
    static func isOnTop(_ top: StackEntry?) -> Bool {
        identity.map { top?.identity == $0 && top?.style == .presented } ?? true
    }
}

/// The change of a stack by a command, before any observer learns of it: a refused change has no effect.
struct StackChange {
    /// A page that left, with a waiting opener.
    struct Departure {
        let waiter: RequestID
        let value: Payload?
    }

    /// The stack after the commands so far.
    var stack: PageStack
    let request: Request?
    /// Whether the command may only answer the page of the current task (`AnsweredPage`).
    private let isAnswer: Bool
    /// The waiting openers whose pages left, each once.
    private(set) var departures: [Departure] = []
    /// The questions of the pages that left.
    private(set) var questions: [String] = []
    /// Whether the last command was performed.
    private(set) var isDone = false
    private var asks = true

    init(_ stack: PageStack, for request: Request?, isAnswer: Bool = false) {
        self.stack = stack
        self.request = request
        self.isAnswer = isAnswer
    }

    /// Returns the result of the command.
    mutating func feedback(of command: NavigationCommand) -> Feedback {
        let before = stack
        do throws(StackRefusal) {
            guard !isAnswer || AnsweredPage.isOnTop(stack.top?.entry) else { throw .answeredPageLeft }
            let outcome = try change(by: command)
            isDone = true
            let isUnopened = stack.top == nil && command.showsTab
            return Feedback(
                outcome, entries: stack.branches[stack.selected].entries, tab: stack.tab?.name,
                next: isUnopened ? stack.tab?.url : nil)
        } catch {
            return Feedback(
                .refused(reason: "\(error)"), entries: before.branches[before.selected].entries, tab: before.tab?.name)
        }
    }

    private mutating func change(by command: NavigationCommand) throws(StackRefusal) -> Feedback.Outcome {
        switch command {
        case .push(let page): add(page, style: .pushed)
        case .present(let page): add(page, style: .presented)
        case .web(let address): try addWebPage(address)
        case .replace(let page): replaceTop(by: page)
        case .root(let page): replaceAll(by: page)
        case .pop: try pop()
        case .popToRoot: try popToRoot()
        case .popTo(let url): try popTo(url)
        case .back(let count): return try goBack(count)
        case .forward(let count): try goForward(count)
        case .dismiss(let value): return try dismiss(value)
        case .tabs(let tabs): try show(tabs)
        case .tab(let name): try select(name)
        case .sequence(let commands): return try change(byEach: commands)
        case .unasked(let command): return try changeUnasked(by: command)
        }
        return .shown
    }

    private mutating func change(byEach commands: [NavigationCommand]) throws(StackRefusal) -> Feedback.Outcome {
        var outcome = Feedback.Outcome.done
        for command in commands { outcome = try change(by: command) }
        return outcome
    }

    private mutating func changeUnasked(by command: NavigationCommand) throws(StackRefusal) -> Feedback.Outcome {
        let before = asks
        asks = false
        defer { asks = before }
        return try change(by: command)
    }

    /// Notes that a page has left; a page that is dismissed with a value is not asked.
    mutating func leave(_ item: PageStack.Item, value: Payload? = nil) {
        if let waiter = item.waiter { departures.append(Departure(waiter: waiter, value: value)) }
        if asks, value == nil, let question = item.page.leaveQuestion { questions.append(question) }
    }
}

extension NavigationCommand {
    /// Whether the command shows a tab, which may have no page yet.
    fileprivate var showsTab: Bool {
        switch plain {
        case .tab, .tabs: true
        case .sequence(let commands): commands.last?.showsTab ?? false
        default: false
        }
    }
}

extension StackChange {
    mutating func add(_ page: Page, style: StackEntry.Style) {
        add(page, url: request?.shownURL ?? "", style: style)
    }

    mutating func addWebPage(_ address: RouteURL) throws(StackRefusal) {
        guard let page = PageStack.webPage(address) else { throw .notWeb(address.text) }
        add(page, url: address.text, style: .pushed)
        let place = stack.branches[stack.selected].items.count - 1
        stack.branches[stack.selected].change(place) { $0.isWeb = true }
    }

    mutating func replaceTop(by page: Page) {
        let old = stack.branches[stack.selected].popLast()
        if let old { leave(old) }
        add(page, style: old?.entry.style ?? .pushed)
    }

    mutating func replaceAll(by page: Page) {
        while let item = stack.branches[stack.selected].popLast() { leave(item) }
        add(page, style: .pushed)
    }

    private mutating func add(_ page: Page, url: String, style: StackEntry.Style) {
        var item = stack.item(page, url: url, style: style)
        item.origin = request?.origin
        item.isRedacted = request.map { $0.shownURL != $0.url.text && url == $0.shownURL } ?? false
        item.waiter = waiter()
        item.lease = request?.owner.pageLease
        stack.branches[stack.selected].append(item)
        stack.branches[stack.selected].popped = ChunkedArray()
    }

    /// Returns the request's number, if its caller waits for the page to leave; of several pages, for the last.
    private mutating func waiter() -> RequestID? {
        guard let request, request.awaitsResult else { return nil }
        stack.forget(request.id)
        return request.id
    }
}

extension StackChange {
    mutating func pop() throws(StackRefusal) {
        guard let top = stack.top else { throw .empty }
        guard top.entry.style == .pushed else { throw .presented(title: top.page.title) }
        guard entries.count > 1 else { throw .first(title: top.page.title) }
        popPages(downTo: entries.count - 1)
    }

    mutating func popToRoot() throws(StackRefusal) {
        guard !entries.isEmpty else { throw .empty }
        popPages(downTo: firstPoppable)
    }

    mutating func popTo(_ url: RouteURL) throws(StackRefusal) {
        guard !entries.isEmpty else { throw .empty }
        let there = entries
        guard let place = there.lastIndex(where: { Self.isSame($0.url, url) }) else {
            throw .notOnStack(url: url.text, there: there[(firstPoppable - 1)...].map(\.url).filter { !$0.isEmpty })
        }
        guard place + 1 >= firstPoppable else { throw .covered(url: url.text, by: there[firstPoppable - 1].title) }
        popPages(downTo: place + 1)
    }

    mutating func dismiss(_ value: Payload?) throws(StackRefusal) -> Feedback.Outcome {
        guard let presented = entries.lastIndex(where: { $0.style == .presented }) else { throw .nonePresented }
        stack.branches[stack.selected].popped = ChunkedArray()
        while entries.count > presented, let item = stack.branches[stack.selected].popLast() {
            leave(item, value: entries.count == presented ? value : nil)
        }
        return .dismissed(value: value)
    }

    mutating func goBack(_ count: Int) throws(StackRefusal) -> Feedback.Outcome {
        guard count > 0 else { throw .notANumberOfPages(count) }
        guard !entries.isEmpty else { throw .empty }
        let limit = entries.count - (entries[0].style == .presented ? 0 : 1)
        if count > limit, count > 1 { throw .tooFarBack(count, limit: limit) }
        var outcome = Feedback.Outcome.shown
        for _ in 0..<count {
            if stack.top?.entry.style == .presented {
                outcome = try dismiss(nil)
            } else {
                try pop()
                outcome = .shown
            }
        }
        return outcome
    }

    mutating func goForward(_ count: Int) throws(StackRefusal) {
        guard count > 0 else { throw .notANumberOfPages(count) }
        let limit = stack.branches[stack.selected].popped.count
        guard count <= limit else { throw .tooFarForward(count, limit: limit) }
        for _ in 0..<count {
            guard let item = stack.branches[stack.selected].popped.popLast() else { return }
            stack.branches[stack.selected].append(item)
        }
    }

    private var entries: ChunkedArray<StackEntry> { stack.branches[stack.selected].entries }

    /// The lowest page that can be popped: the second, or the one above the presented page nearest to the top.
    private var firstPoppable: Int { (entries.lastIndex { $0.style == .presented } ?? 0) + 1 }

    /// Pops pages from the top until a count is left; they can be put back, without their waiting openers.
    private mutating func popPages(downTo count: Int) {
        while entries.count > count, var item = stack.branches[stack.selected].popLast() {
            leave(item)
            item.waiter = nil
            item.lease = nil
            stack.branches[stack.selected].popped.append(item)
        }
    }

    private static func isSame(_ first: String, _ right: RouteURL) -> Bool {
        if first == right.text { return true }
        guard let left = try? RouteURL(parsing: first), right.isValid else { return false }
        return left.scheme == right.scheme && left.host == right.host && left.segments == right.segments
            && left.query == right.query
    }
}

extension StackChange {
    mutating func show(_ tabs: [Tab]) throws(StackRefusal) {
        guard !tabs.isEmpty else { throw .wrongTabs(reason: "there are none; give one or more") }
        var seen: Set<String> = []
        for tab in tabs {
            guard !tab.name.isEmpty else { throw .wrongTabs(reason: "one for \(tab.url) has no name; give it one") }
            guard seen.insert(tab.name).inserted else {
                throw .wrongTabs(reason: "two are named \"\(tab.name)\"; give each its own name")
            }
        }
        for branch in stack.branches { for item in branch.items.reversed() { leave(item) } }
        stack.branches = tabs.map { PageStack.Branch($0) }
        stack.selected = 0
    }

    mutating func select(_ name: String) throws(StackRefusal) {
        guard !stack.tabs.isEmpty else { throw .noTabs }
        guard let place = stack.branches.firstIndex(where: { $0.tab?.name == name }) else {
            throw .noTab(name, there: stack.tabs.map(\.name))
        }
        stack.selected = place
    }
}
