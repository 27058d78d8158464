@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// The navigator of the command line: it owns the stack and shows the top page after each command.
actor CommandLineNavigator: Navigator, PageKeeper {
    /// The stack, with its tabs and the pages that `forward` can restore.
    var pages = PageStack()
    /// The shown pages.
    private(set) var history = PageHistory()
    /// The modules of the pages that an earlier generation made, by the pages' numbers.
    private var superseded: [UInt64: String] = [:]
    var lastShown: UInt64?
    /// The state of writing the stack for the next session, if it is written.
    var keeping: StackKeeping?
    /// Whether pages that confirm their leaving are left without a question.
    let leavesUnasked: Bool
    private let log: SessionLog
    var viewport: Viewport
    /// The top page, if it shows a view model.
    var live: LivePage?
    /// The number of shown pages.
    var pageCount = 0
    let console: Console
    private let browser: Browser?
    private let results = PageResults()
    /// Held during the question whether a page may be left.
    let question = AsyncMutex()
    /// The requests of the shell whose pages wait for a person.
    private var waiting: [RequestID: any Person] = [:]
    /// The reason why no person can answer a page; `nil` if one can.
    private var whyUnattended: String?

    /// Creates a navigator that shows pages on a console, and web pages also in a browser if there is one.
    ///
    /// - Parameters:
    ///   - whyUnattended: the reason why no person can answer a page; `nil` if one can.
    ///   - leavesUnasked: whether pages that confirm their leaving are left without a question.
    init(
        console: Console, screen: Screen, browser: Browser?, whyUnattended: String?, leavesUnasked: Bool,
        log: SessionLog
    ) {
        self.console = console
        viewport = Viewport(console: console, screen: screen)
        self.browser = browser
        self.whyUnattended = whyUnattended
        self.leavesUnasked = leavesUnasked
        self.log = log
    }

    /// Always true, since a page is written as fast as it is read.
    nonisolated var waitsForReaders: Bool { true }

    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        // A request apart from the shell's lines, such as a link of another program, shows its page while a prompt waits.
        let feedback = console.belowPrompt {
            apply(command, request)
        } next: {
            if let prompt = $0, !prompt.hasSuffix(Self.mark) { prompt } else { promptText }
        }
        log.note(recorded(command, for: request, feedback))
        return feedback
    }

    private func apply(_ command: NavigationCommand, _ request: Request?) -> Feedback {
        var next = pages
        let feedback = next.apply(command, for: request, results: results)
        // The stack's rules come first: a browser gets only the URLs that they allow.
        if case .refused = feedback.outcome { return feedback }
        for address in command.webURLs {
            if let reason = openBrowser(address.text) { return refusal(reason) }
        }
        pages = next
        if command.takesPagesOff { wakeUp() }
        keep()
        if case .dismissed(let value) = feedback.outcome { show(dismissed: value) }
        if feedback.outcome != .done { showTop() }
        note(command)
        return feedback
    }

    /// Adds the top page to the history, unless it was on top before.
    func note(_ command: String) {
        guard let top = pages.top, top.entry.identity != lastShown else { return }
        lastShown = top.entry.identity
        history.add(PageHistory.Visit(url: top.entry.url, title: top.entry.title, command: command))
    }

    private func note(_ command: NavigationCommand) { note(command.name) }

    /// The prompt of the shell.
    static let mark = "switchboard> "

    /// Returns the prompt for the next line; a live page that can be redrawn no more is shown again.
    func prompt() async -> String {
        await settleStack()
        if console.format == .text, viewport.losesFrame() { showTop() }
        return promptText
    }

    /// The prompt, below the path to the top page.
    private var promptText: String {
        guard console.format == .text else { return Self.mark }
        let display = viewport.display
        let line = Breadcrumbs(stack: pages).line(width: display.width)
        return (line.map { display.painter.text(of: $0) + "\n" } ?? "") + Self.mark
    }

    /// Clears the terminal, and ends the redrawing of a part of it.
    func clear() {
        viewport.end()
        // Home, and erase the screen (ECMA-48, 8.3.21 and 8.3.39).
        if viewport.display.movesCursor { console.prompt("\u{1B}[H\u{1B}[2J") }
    }

    func openURLs() -> Set<String> { pages.openURLs }

    /// Replaces each page of a module by one with the reason of its end, and shows the one on top.
    func close(_ module: String, _ urls: Set<String>, because end: ModuleEnd) {
        let isShown = pages.top.map { $0.belongs(to: module, urls) } ?? false
        pages.replacePages { $0.belongs(to: module, urls) ? .left($0.entry, module: module, because: end) : nil }
        if isShown { showTop() }
    }

    func supersede(_ module: String, _ urls: Set<String>) {
        let open = pages.allItems
        let others = superseded.filter { number, _ in open.contains { $0.entry.identity == number } }
        let own = open.filter { $0.belongs(to: module, urls) }.map { ($0.entry.identity, module) }
        superseded = others.merging(own) { $1 }
        tellOfNewer()
    }

    private func tellOfNewer() {
        guard let top = pages.top, let module = superseded[top.entry.identity] else { return }
        let message = "this page is of an earlier build of \(module); `refresh` draws it anew"
        console.report(Failure(code: "earlierBuild", message: message, exitCode: .done))
    }

    /// Replaces the top page by one that was made anew, if the top page still has a number, and shows it.
    func refresh(_ number: UInt64, by item: PageStack.Item) {
        guard pages.top?.entry.identity == number else { return }
        pages.refreshTop(by: item)
        superseded[number] = nil
        keep()
        showTop()
    }

    func result(of request: Request) async -> PageResult {
        if let whyUnattended { return .unattended(reason: whyUnattended) }
        if pages.isAwaited(by: request.id), let person = CurrentPerson.value {
            waiting[request.id] = person
            person.setWaiting(true)
        }
        let result = await results.wait(for: request.id)
        stopWaiting(request.id)
        return result
    }

    /// Ends the session: all requests that wait for a person fail.
    func leave() {
        // A frame that cannot be drawn yet is dropped.
        refresh()
        viewport.end()
        let reason = "the session ended before the page was answered; answer it, or go back, before the end"
        whyUnattended = reason
        for person in waiting.values { person.setWaiting(false) }
        waiting = [:]
        results.end(.unattended(reason: reason))
    }

    /// Resumes the requests whose pages have left the stack.
    private func wakeUp() {
        for id in waiting.keys where !pages.isAwaited(by: id) { stopWaiting(id) }
    }

    /// Ends the wait of a request, unless another page of it waits.
    private func stopWaiting(_ id: RequestID) {
        guard let person = waiting.removeValue(forKey: id) else { return }
        person.setWaiting(waiting.values.contains { $0 === person })
    }

    func stack() async -> [StackEntry] { pages.entries }

    private func refusal(_ reason: String) -> Feedback {
        Feedback(.refused(reason: reason), entries: pages.branches[pages.selected].entries)
    }

    /// Returns the target of a number, from 1, on the top page, and the page.
    func target(_ number: Int) throws(NavigationError) -> (target: PageTarget, page: StackEntry) {
        guard let top = pages.top else { throw .noPage }
        guard let target = viewport.target(number) else {
            throw .noLink(number: number, page: top.page.title, count: viewport.targetCount())
        }
        return (target, top.entry)
    }

    /// Shows the top page again.
    func showAgain() throws(NavigationError) {
        guard pages.top != nil else { throw .noPage }
        showTop()
    }

    /// Shows more of the top page.
    func showMore() throws(NavigationError) {
        guard let top = pages.top else { throw .noPage }
        try viewport.showMore(of: top)
    }

    func showTop() {
        followTop()
        if let top = pages.top { viewport.show(top) }
        tellOfNewer()
    }

    private func show(dismissed value: Payload?) {
        guard console.format == .text else { return }
        console.show([value.flatMap { try? ValueText($0) }?.text ?? "dismissed"])
    }

    private func openBrowser(_ address: String) -> String? {
        do throws(BrowserError) {
            try browser?.open(address)
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension PageStack.Item {
    /// Whether a module made the page; the page's URL decides if there is no lease.
    fileprivate func belongs(to module: String, _ urls: Set<String>) -> Bool {
        lease.map { $0.owner == module } ?? urls.contains(entry.url)
    }
}
