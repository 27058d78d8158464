@_spi(Host) import ModuleKit
import Platform
import PluginRuntime

/// The navigator of the command line: it owns the stack and shows the top page after each command.
actor CommandLineNavigator: Navigator, PageKeeper {
    /// The stack, with its tabs and the pages that `forward` can restore.
    private(set) var pages = PageStack()
    private(set) var visits = PageVisits()
    /// The open pages that an earlier build of their module made: the name of the module, keyed by the page's number.
    private var superseded: [UInt64: String] = [:]
    private var viewport: Viewport
    /// The state of the top page if it shows a view model; otherwise `nil`.
    private var live: LivePage?
    private(set) var draft = FormDraft()
    private var waits: PageWaits
    /// The file that keeps the stack for the next session; `nil` for none.
    private var stackFile: StackFile?
    /// Held while the user is asked whether a page may be left.
    private let question = AsyncMutex()
    /// Whether pages are left without their confirmation question.
    private let leavesUnasked: Bool
    private let console: Console
    private let browser: Browser?
    private let log: SessionLog

    /// Creates a navigator that shows pages on a console, and opens web pages in `browser` if it is not `nil`.
    ///
    /// - Parameter whyUnattended: the reason why no user can answer a page; `nil` if a user can.
    init(
        console: Console, viewport: Viewport, browser: Browser?, whyUnattended: String?, leavesUnasked: Bool,
        log: SessionLog
    ) {
        self.console = console
        self.viewport = viewport
        self.browser = browser
        waits = PageWaits(whyUnattended: whyUnattended)
        self.leavesUnasked = leavesUnasked
        self.log = log
    }

    /// Always true, because writing a page blocks until the reader of the output has read it.
    nonisolated var waitsForReaders: Bool { true }

    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        let feedback = apply(command, request)
        log.note(LogEvent(command, for: request, feedback, top: pages.top))
        return feedback
    }

    private func apply(_ command: NavigationCommand, _ request: Request?) -> Feedback {
        var next = pages
        let feedback = next.apply(command, for: request, results: waits.results)
        // The stack checks the command first, so a browser gets only the URLs of commands that the stack accepts.
        if case .refused = feedback.outcome { return feedback }
        for address in command.webURLs {
            if let reason = browser?.open(address.text) { return refusal(reason) }
        }
        let top = pages.top?.entry
        pages = next
        let resumes = command.takesPagesOff && waits.resume(without: pages)
        stackFile?.keep(pages)
        if resumes, viewport.isPaged, case .dismissed = feedback.outcome {
            // The resumed request usually shows its own page.
            viewport.isDue = true
        } else {
            // If the answered page was below the top page, the top page is still on the screen.
            var isShown = feedback.outcome == .done
            if case .dismissed(let value) = feedback.outcome {
                show(dismissed: value)
                isShown = pages.top?.entry == top
            }
            if !isShown {
                if Switchboard.isOpeningParent { viewport.isDue = true } else { showTop() }
            }
        }
        visits.note(pages.top, by: command.name)
        return feedback
    }

    func endDetours(of request: RequestID) {
        let top = pages.top?.entry
        pages.endDetours(of: request, results: waits.results)
        _ = waits.resume(without: pages)
        stackFile?.keep(pages)
        // The resumed request usually shows its own page.
        if pages.top?.entry != top { viewport.isDue = true }
    }

    /// The prompt of the shell.
    private static let mark = "switchboard> "

    /// Returns the prompt for the next line. If a live page can no longer be updated in place, prints it again in full.
    func prompt() async -> String {
        await stackFile?.settle()
        if viewport.isDue || console.format == .text && viewport.losesFrame() { showTop() }
        return Self.mark
    }

    /// Clears the terminal. The page is no longer redrawn in place.
    func clear() {
        viewport.end()
        // Home, and erase the screen (ECMA-48, 8.3.21 and 8.3.39).
        if viewport.display.movesCursor { console.prompt("\u{1B}[H\u{1B}[2J") }
    }

    func openURLs() -> Set<String> { pages.openURLs }

    /// Replaces each page of a module with a page about the module's end. Shows the top page if it was replaced.
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
        let message = "this page is from an earlier build of \(module); `refresh` draws it again"
        console.notice("earlierBuild", message)
    }

    /// Replaces the top page with `item`, and shows it. Does nothing if the top page does not have this number.
    func refresh(_ number: UInt64, by item: PageStack.Item) {
        guard pages.top?.entry.identity == number else { return }
        pages.refreshTop(by: item)
        superseded[number] = nil
        stackFile?.keep(pages)
        showTop()
    }

    /// Starts with a restored stack, and writes the stack to a file from now on.
    func take(_ stack: PageStack, keepingIn file: StackFile, isShown: Bool) {
        pages = stack
        // Both values refer to pages by number, and the restored pages have new numbers.
        (draft, superseded) = (FormDraft(), [:])
        stackFile = file
        guard isShown else { return }
        showTop()
        visits.beginStack()
        visits.note(pages.top, by: "restore")
    }

    func result(of request: Request) async -> PageResult {
        if let reason = waits.whyUnattended { return .unattended(reason: reason) }
        if pages.isAwaited(by: request.id) { waits.begin(request.id) }
        let result = await waits.results.wait(for: request.id)
        waits.end(request.id)
        return result
    }

    /// Ends the session: all requests that wait for the user fail.
    func leave() async {
        // The stored stack must name the waiting requests, so it is written before they fail.
        await stackFile?.settle()
        // Draws the last change, unless its frame cannot be drawn yet.
        refresh()
        live = nil
        viewport.end()
        waits.endAll(because: "the session ended before the page was answered; answer it, or go back, before the end")
    }

    func stack() async -> [StackEntry] { pages.entries }

    func recordedStack() -> [StackEntry] { pages.items.map(LogEvent.entry) }

    func forecast(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        pages.forecast(command, for: request)
    }

    /// Asks the user about each page that has a confirmation question and that the command would leave. Returns the
    /// reason why a page stays, or `nil` if the command may run. The questions of only one command are asked at a time.
    func objection(to command: NavigationCommand, for request: Request?) async -> String? {
        // The user is not asked about a command that will be refused.
        guard !leavesUnasked else { return nil }
        if request == nil, case .refused = pages.forecast(command, for: nil).outcome { return nil }
        guard !pages.questions(before: command).isEmpty else { return nil }
        await question.lock()
        let reason = await answer(to: command)
        await question.unlock()
        return reason
    }

    private func answer(to command: NavigationCommand) async -> String? {
        for question in pages.questions(before: command) {
            // Outside a line of the shell, no user can answer.
            guard let person = ShellRequest.current else { return ShellRequest.unattended(question) }
            if let reason = await person.objection(to: question) { return reason }
        }
        return nil
    }

    private func refusal(_ reason: String) -> Feedback {
        Feedback(.refused(reason: reason), entries: pages.branches[pages.selected].entries)
    }

    /// Returns the top page, and its target with the given number. Numbers begin at 1.
    func target(_ number: Int) throws(Failure) -> (target: PageTarget, page: StackEntry) {
        guard let top = pages.top else { throw .noPage(code: "noLink") }
        if let target = viewport.target(number) { return (target, top.entry) }
        let count = viewport.targetCount()
        let advice = count == 0 ? "it has no links: open a URL" : "type a number from 1 to \(count)"
        throw Failure("noLink", "\"\(top.page.title)\" has no link \(number); \(advice)", .usage)
    }

    /// Returns the first form of the top page, with its number.
    func firstForm() -> (number: Int, title: String)? { viewport.firstForm() }

    /// Returns the top page if it consists of a single form, which the caller then starts automatically. Returns a page
    /// only once, and never a page that an external program opened.
    func beginsForm() -> StackEntry? {
        guard let top = pages.top, top.origin != .external, top.page.elements.count == 1,
            viewport.targetCount() == 1, firstForm() != nil, draft.begins(on: top.entry)
        else { return nil }
        return top.entry
    }

    func has(_ page: StackEntry) -> Bool { pages.allItems.contains { $0.entry.identity == page.identity } }

    func isOnTop(_ page: StackEntry) -> Bool { pages.top?.entry.identity == page.identity }

    /// Keeps the typed values of a form until its call succeeds. If `typed` is `nil`, drops the kept values.
    func keep(_ typed: Form?, for form: Form, on page: StackEntry) { draft.keep(typed, for: form, on: page) }

    func showAgain() throws(Failure) {
        guard pages.top != nil else { throw .noPage() }
        showTop()
    }

    /// Returns the current text of the top page, as the user sees it.
    func text() throws(Failure) -> String {
        renewTop()
        guard let top = pages.top else { throw .noPage() }
        return viewport.text(of: top)
    }

    func showMore() throws(Failure) {
        guard let top = pages.top else { throw .noPage(code: "noMore") }
        try viewport.showMore(of: top)
    }

    private func showTop() {
        live = pages.top?.page.liveSource.map { LivePage(source: $0) }
        renewTop()
        viewport.show(topOf: pages)
        tellOfNewer()
    }

    private func show(dismissed value: Payload?) {
        guard console.format == .text else { return }
        let text = value.flatMap { try? ValueText($0) }?.text(width: console.columns())
        console.show(console.fitted(text ?? "dismissed"))
    }

    /// Updates the top page from its view model: immediately, or as soon as it can be drawn.
    func refresh() {
        guard let live else { return }
        if viewport.followsChanges { drawNext(live.source) } else { draw(live.source) }
    }

    /// Shows the effect of an event that the user sent to the page. If the page cannot be updated in place, shows it in
    /// full.
    func showChanges() {
        guard let before = pages.top?.page.elements, live != nil else { return }
        refresh()
        let isUnseen = !viewport.followsChanges && pages.top?.page.elements != before
        guard isUnseen || viewport.hidesChanges else { return }
        viewport.show(topOf: pages)
    }

    /// Renews the elements of the top page from its view model, and from now on observes the values that were read for
    /// these elements.
    private func renewTop() {
        guard let source = live?.source else { return }
        let (elements, bindings) = source.elements { [weak self] in
            Task { await self?.changed(source) }
        }
        live?.bindings = bindings
        pages.renewTop(elements)
    }

    /// Schedules a frame for a change of an observed value, unless one is scheduled already.
    private func changed(_ source: PageSource) {
        guard viewport.followsChanges, live?.source === source,
            let delay = live?.schedule(isPaced: console.format == .text)
        else { return }
        if delay > .zero { draw(source, after: delay) } else { drawNext(source) }
    }

    private func draw(_ source: PageSource, after delay: Duration) {
        Task {
            try? await Task.sleep(for: delay)
            drawNext(source)
        }
    }

    /// Draws a scheduled frame. Delays it if the user typed a line while a command ran, because the cursor is then
    /// further down than the host knows.
    private func drawNext(_ source: PageSource) {
        guard console.format == .text, !console.rows.isTyping, TerminalMode.unread > 0 else { return draw(source) }
        draw(source, after: LivePage.interval)
    }

    private func draw(_ source: PageSource) {
        guard live?.source === source else { return }
        live?.noteFrame()
        renewTop()
        if let top = pages.top { viewport.renew(top) }
    }
}

extension Failure {
    /// Returns the failure of a command that needs an open page.
    static func noPage(code: String = "noPage") -> Failure {
        Failure(code, "no page is open; open a URL first", .usage)
    }
}

extension PageStack.Item {
    /// Returns whether a module made the page. Without a lease, the page's URL decides.
    fileprivate func belongs(to module: String, _ urls: Set<String>) -> Bool {
        lease.map { $0.owner == module } ?? urls.contains(entry.url)
    }
}
