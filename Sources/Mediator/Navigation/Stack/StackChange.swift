/// What a command does to a stack, before anybody is told: refused, it is as if nothing had been.
struct StackChange {
    /// Somebody waits for a page that left.
    struct Departure {
        let waiter: RequestID
        let value: Payload?
    }

    /// The stack so far.
    var stack: PageStack
    let request: Request?
    /// Those whose pages left, each once.
    private(set) var departures: [Departure] = []
    /// What the pages ask that left.
    private(set) var questions: [String] = []
    /// Whether the last command was performed.
    private(set) var isDone = false
    private var asks = true

    init(_ stack: PageStack, for request: Request?) {
        self.stack = stack
        self.request = request
    }

    /// What the command comes to.
    mutating func feedback(of command: NavigationCommand) -> Feedback {
        let before = stack
        do throws(StackRefusal) {
            let outcome = try perform(command)
            isDone = true
            let isUnopened = stack.items.isEmpty && command.showsTab
            return Feedback(
                outcome, stack: stack.entries, tab: stack.tab?.name, next: isUnopened ? stack.tab?.url : nil)
        } catch {
            return Feedback(.refused(reason: "\(error)"), stack: before.entries, tab: before.tab?.name, next: nil)
        }
    }

    private mutating func perform(_ command: NavigationCommand) throws(StackRefusal) -> Feedback.Outcome {
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
        case .sequence(let commands): return try perform(commands)
        case .custom(let name, _): throw .unknownCommand(name)
        case .mannered(let command, let manner): return try perform(command, asks: manner.asks)
        }
        return .shown
    }

    private mutating func perform(_ commands: [NavigationCommand]) throws(StackRefusal) -> Feedback.Outcome {
        var outcome = Feedback.Outcome.done
        for command in commands { outcome = try perform(command) }
        return outcome
    }

    private mutating func perform(
        _ command: NavigationCommand, asks: Bool
    ) throws(StackRefusal) -> Feedback.Outcome {
        let before = self.asks
        self.asks = before && asks
        defer { self.asks = before }
        return try perform(command)
    }

    /// Somebody's page has left; with a value where it was dismissed with one, and then it is not asked.
    mutating func leave(_ item: PageStack.Item, value: Payload? = nil) {
        if let waiter = item.waiter { departures.append(Departure(waiter: waiter, value: value)) }
        if asks, value == nil, let question = item.page.leaveQuestion { questions.append(question) }
    }
}

extension NavigationCommand {
    /// Whether it shows a tab, which may have no page yet.
    fileprivate var showsTab: Bool {
        switch plain {
        case .tab, .tabs: true
        case .sequence(let commands): commands.last?.showsTab ?? false
        default: false
        }
    }
}
