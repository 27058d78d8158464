/// The work of one command on a copy of the stack; if the command is refused, the stack is unchanged.
struct StackChange {
    /// The stack after the commands so far.
    var stack: PageStack
    let request: Request?
    /// Whether a dismissal removes only the page that the current task answers (`answeredPage`).
    private let isAnswer: Bool
    /// A request that waited for a page that has left, and the value that the request receives.
    struct Departure: Sendable {
        let waiter: RequestID
        let value: Payload?
    }

    /// The requests whose pages have left; they receive their values after the change.
    private(set) var departures: [Departure] = []
    private(set) var questions: [String] = []
    /// Whether the last command was performed.
    private(set) var isDone = false
    private var asks = true

    /// The identity of the presented page that the current task answers; a dismissal removes only this page.
    @TaskLocal static var answeredPage: UInt64?

    init(_ stack: PageStack, for request: Request?, isAnswer: Bool = false) {
        self.stack = stack
        self.request = request
        self.isAnswer = isAnswer && Self.answeredPage != nil
    }

    mutating func feedback(of command: NavigationCommand) -> Feedback {
        do throws(StackRefusal) {
            if command.opensPage { try checkWaiting() }
            let outcome = try change(by: command)
            isDone = true
            let isUnopened = entries.isEmpty && command.showsTab
            return Feedback(outcome, entries: entries, tab: stack.tab?.name, next: isUnopened ? stack.tab?.url : nil)
        } catch {
            return Feedback(.refused(reason: error.reason), entries: entries, tab: stack.tab?.name)
        }
    }

    /// Checks that not too many requests of the same origin already wait for pages.
    private func checkWaiting() throws(StackRefusal) {
        guard let request, request.awaitsResult else { return }
        let waiting = stack.allItems.flatMap(\.waiters).count { $0.isAwaited && $0.origin == request.origin }
        guard waiting < RequestLimits.waiting else {
            throw StackRefusal("\(waiting) requests already wait for pages; answer these pages or go back first")
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
        case .dismiss(let value): return try isAnswer ? dismissAnswered(value) : dismiss(value)
        case .tabs(let tabs): try show(tabs)
        case .tab(let name): try select(name)
        case .sequence(let commands):
            return try change(by: commands)
        case .unasked(let command):
            let before = asks
            asks = false
            defer { asks = before }
            return try change(by: command)
        }
        return .shown
    }

    /// Performs commands in order; if one is refused, the stack is restored.
    private mutating func change(by commands: [NavigationCommand]) throws(StackRefusal) -> Feedback.Outcome {
        let before = stack
        var outcome = Feedback.Outcome.done
        do throws(StackRefusal) {
            for command in commands { outcome = try change(by: command) }
        } catch {
            stack = before
            throw error
        }
        return outcome
    }

    /// Records that a page has left. If the page leaves without a value, also records the page's question for the user.
    mutating func leave(_ item: PageStack.Item, value: Payload? = nil) {
        departures += item.waiters.map { Departure(waiter: $0.id, value: value) }
        if asks, value == nil, let question = item.page.leaveQuestion { questions.append(question) }
    }
}

extension NavigationCommand {
    /// Whether the command selects a tab, which may not have a page yet.
    var showsTab: Bool {
        switch plain {
        case .tab, .tabs: true
        case .sequence(let commands): commands.last?.showsTab ?? false
        default: false
        }
    }
}

extension StackChange {
    mutating func addWebPage(_ address: RouteURL) throws(StackRefusal) {
        guard let page = PageStack.webPage(address) else {
            throw StackRefusal("\"\(address.text)\" is not an http or https URL; ask for one")
        }
        add(page, style: .pushed, webAddress: address.text)
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

    /// Puts a page on the stack; the entry for a web page has the web address instead of the request's URL.
    mutating func add(_ page: Page, style: StackEntry.Style, webAddress: String? = nil) {
        if let request, request.awaitsResult {
            // A caller waits for only one page; if it opens several, it waits for the last one.
            stack.forget(request.id)
            if join(request) { return }
        }
        let shownURL = request?.shownURL
        let url = webAddress ?? shownURL ?? ""
        var item = stack.item(page, url: url, style: style)
        item.origin = request?.origin
        item.isRedacted = request.map { shownURL != $0.url.text && url == shownURL } ?? false
        item.isWeb = webAddress != nil
        if let request, request.awaitsResult { item.waiters = [request] }
        item.lease = request?.owner.pageLease
        put(item)
    }

    private mutating func put(_ item: PageStack.Item) {
        stack.branches[stack.selected].append(item)
        stack.branches[stack.selected].popped = ChunkedArray()
    }

    /// Lets a detour share the open page of an earlier detour; returns whether such a page is open.
    ///
    /// The page moves to the top. After it is answered, the requests of both detours continue one after the other.
    private mutating func join(_ request: Request) -> Bool {
        let (url, origin) = (request.url.text, request.origin)
        let isShared = { (item: PageStack.Item) in
            item.entry.url == url && !item.isRedacted
                && item.waiters.contains { $0.detouring != nil && $0.origin == origin }
        }
        guard request.detouring != nil, let (branch, place) = stack.place(where: isShared) else { return false }
        var item = stack.branches[branch].remove(place)
        item.waiters.removeAll { !$0.isAwaited }
        if let last = item.waiters.last { request.goOn(after: last) }
        item.waiters.append(request)
        put(item)
        return true
    }
}

extension StackChange {
    mutating func pop() throws(StackRefusal) {
        guard let top = stack.top else { throw .empty }
        guard top.entry.style == .pushed else {
            throw StackRefusal("\"\(top.page.title)\" was presented; dismiss it")
        }
        guard entries.count > 1 else {
            throw StackRefusal("\"\(top.page.title)\" is the first page; open another URL")
        }
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
            let others = there[(firstPoppable - 1)...].map(\.url).filter { !$0.isEmpty }.joined(separator: ", ")
            throw StackRefusal(
                "no open page has the URL \(url.text); open it" + (others.isEmpty ? "" : ", or go back to \(others)"))
        }
        guard place + 1 >= firstPoppable else {
            let cover = there[firstPoppable - 1].title
            throw StackRefusal("\(url.text) is under \"\(cover)\", which was presented; dismiss that first")
        }
        popPages(downTo: place + 1)
    }

    mutating func dismiss(_ value: Payload?) throws(StackRefusal) -> Feedback.Outcome {
        guard let presented = entries.lastIndex(where: { $0.style == .presented }) else {
            throw StackRefusal("no page was presented; go back instead")
        }
        if value != nil { try checkOwner(of: stack.branches[stack.selected].items[presented]) }
        stack.branches[stack.selected].popped = ChunkedArray()
        while entries.count > presented, let item = stack.branches[stack.selected].popLast() {
            leave(item, value: entries.count == presented ? value : nil)
        }
        return .dismissed(value: value)
    }

    /// Checks that a module does not answer another module's page, such as a log-in, for which requests wait.
    private func checkOwner(of item: PageStack.Item) throws(StackRefusal) {
        guard let request, item.isAwaited else { return }
        let (owner, asker) = (item.lease?.owner, request.owner.pageLease?.owner)
        if asker == owner || asker == item.page.lease?.owner { return }
        throw StackRefusal(
            "requests wait for \"\(item.page.title)\", which is \(owner.map { "\($0)'s" } ?? "another module's") page; "
                + "answer it there, or dismiss it without a value")
    }

    /// Dismisses the page whose form or action was answered, wherever it is on the stack; the pages above it stay.
    private mutating func dismissAnswered(_ value: Payload?) throws(StackRefusal) -> Feedback.Outcome {
        let answered = { (item: PageStack.Item) in
            item.entry.identity == Self.answeredPage && item.entry.style == .presented
        }
        guard let (branch, place) = stack.place(where: answered) else { throw .answeredPageLeft }
        stack.branches[branch].popped = ChunkedArray()
        leave(stack.branches[branch].remove(place), value: value)
        return .dismissed(value: value)
    }

    mutating func goBack(_ count: Int) throws(StackRefusal) -> Feedback.Outcome {
        try Self.check(count)
        guard !entries.isEmpty else { throw .empty }
        let limit = entries.count - (entries[0].style == .presented ? 0 : 1)
        if count > limit, count > 1 {
            guard limit > 0 else { throw StackRefusal("there is no page to go back to; open a URL") }
            let pages = limit == 1 ? "is 1 page" : "are \(limit) pages"
            throw StackRefusal("there \(pages) to go back to, not \(count); go back \(limit)")
        }
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
        try Self.check(count)
        let limit = stack.branches[stack.selected].popped.count
        guard limit > 0 else { throw StackRefusal("there is no page to go forward to; open a URL") }
        guard count <= limit else { throw StackRefusal("\(count) pages forward is too far; go \(limit) at most") }
        for _ in 0..<count {
            guard let item = stack.branches[stack.selected].popped.popLast() else { return }
            stack.branches[stack.selected].append(item)
        }
    }

    private static func check(_ count: Int) throws(StackRefusal) {
        guard count > 0 else { throw StackRefusal("\(count) is not a number of pages; give 1 or more") }
    }

    private var entries: ChunkedArray<StackEntry> { stack.branches[stack.selected].entries }

    /// The index of the lowest page that can be popped, above the topmost presented page or above the first page.
    private var firstPoppable: Int { (entries.lastIndex { $0.style == .presented } ?? 0) + 1 }

    /// Pops pages until `count` pages remain; the popped pages can be restored, but no request waits for them any more.
    private mutating func popPages(downTo count: Int) {
        while entries.count > count, var item = stack.branches[stack.selected].popLast() {
            leave(item)
            item.waiters = []
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
        let wrong = "the tabs are invalid: "
        guard !tabs.isEmpty else { throw StackRefusal(wrong + "there are none; give one or more") }
        var seen: Set<String> = []
        for tab in tabs {
            guard !tab.name.isEmpty else {
                throw StackRefusal(wrong + "one for \(tab.url) has no name; give it one")
            }
            guard seen.insert(tab.name).inserted else {
                throw StackRefusal(wrong + "two are named \"\(tab.name)\"; give each its own name")
            }
        }
        for branch in stack.branches { for item in branch.items.reversed() { leave(item) } }
        stack.branches = tabs.map { PageStack.Branch($0) }
        stack.selected = 0
    }

    mutating func select(_ name: String) throws(StackRefusal) {
        guard !stack.tabs.isEmpty else { throw StackRefusal("there are no tabs; open a URL that shows some") }
        guard let place = stack.branches.firstIndex(where: { $0.tab?.name == name }) else {
            let near = EditDistance.nearest(to: name, among: stack.tabs.map(\.name))
            let names = stack.tabs.map { "\"\($0.name)\"" }.joined(separator: ", ")
            let advice = near.map { "did you mean \($0)?" } ?? "choose \(names)"
            throw StackRefusal("no tab is named \"\(name)\"; \(advice)")
        }
        stack.selected = place
    }
}

/// The reason why a command was not performed, with the remedy; the stack is unchanged.
struct StackRefusal: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    static let empty = StackRefusal("no page is open; open a URL first")
    static let answeredPageLeft = StackRefusal("the page that was answered has left the stack; open it again")
}
