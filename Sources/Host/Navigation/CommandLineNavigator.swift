@_spi(Host) import ModuleKit

/// The navigator of the command line: it keeps the stack and shows the page on top after each command.
actor CommandLineNavigator: Navigator {
    var pages = PageStack()
    var viewport: Viewport
    /// The page on top, where it shows a view model.
    var live: LivePage?
    /// How many pages were shown.
    var pageCount = 0
    let console: Console
    private let browser: Browser?
    private let results = PageResults()
    /// The lines of the shell whose pages wait for a person.
    private var waiting: [RequestID: ShellRequest] = [:]
    /// Why nobody can answer a page; `nil` where somebody can.
    private var whyUnattended: String?

    /// Shows pages on a console, and web pages also in a browser where there is one.
    ///
    /// - Parameter whyUnattended: why nobody can answer a page; `nil` where somebody can.
    init(console: Console, screen: Screen, browser: Browser?, whyUnattended: String?) {
        self.console = console
        viewport = Viewport(console: console, screen: screen)
        self.browser = browser
        self.whyUnattended = whyUnattended
    }

    func perform(_ command: NavigationCommand, for request: Request) async -> Feedback {
        perform(command, request: request)
    }

    func perform(_ command: NavigationCommand) async -> Feedback { perform(command, request: nil) }

    private func perform(_ command: NavigationCommand, request: Request?) -> Feedback {
        var next = pages
        let feedback = next.apply(command, for: request, results: results)
        // The stack's rules come first: a browser is only ever given what they let through.
        if case .web(let address) = command, feedback.outcome == .shown, let reason = openBrowser(address) {
            return Feedback(.refused(reason: reason), stack: pages.entries)
        }
        pages = next
        wakeUp()
        switch feedback.outcome {
        case .shown: showTop()
        case .dismissed(let value):
            show(dismissed: value)
            showTop()
        default: break
        }
        return feedback
    }

    func result(of request: Request) async -> PageResult {
        if let whyUnattended { return .unattended(reason: whyUnattended) }
        let isOpen = pages.items.contains { $0.waiter == request.id }
        if isOpen, let shellRequest = ShellRequest.current {
            waiting[request.id] = shellRequest
            shellRequest.setWaiting(true)
        }
        let result = await results.wait(for: request.id)
        stopWaiting(request.id)
        return result
    }

    /// Nobody will answer any more: those who wait are told so.
    func leave() {
        refresh()
        let reason = "the session ended before the page was answered; answer it, or go back, before the end"
        whyUnattended = reason
        for request in waiting.values { request.setWaiting(false) }
        waiting = [:]
        results.end(.unattended(reason: reason))
    }

    /// The lines whose pages have left the stack run again.
    private func wakeUp() {
        for id in waiting.keys where !pages.items.contains(where: { $0.waiter == id }) { stopWaiting(id) }
    }

    /// A line goes on to wait where another page of it does.
    private func stopWaiting(_ id: RequestID) {
        guard let request = waiting.removeValue(forKey: id) else { return }
        request.setWaiting(waiting.values.contains { $0 === request })
    }

    func stack() async -> [StackEntry] { pages.entries }

    /// What that number leads to, counted from 1, on the page on top.
    func target(_ number: Int) throws(NavigationError) -> PageTarget {
        if !viewport.followsChanges { refresh() }
        guard let top = pages.top else { throw .noPage }
        guard let target = viewport.target(number) else {
            throw .noLink(number: number, page: top.page.title, count: viewport.targetCount())
        }
        return target
    }

    /// Shows more of the page on top.
    func showMore() throws(NavigationError) {
        guard let top = pages.top else { throw .noPage }
        try viewport.showMore(of: top)
    }

    private func showTop() {
        followTop()
        if let top = pages.top { viewport.show(top) }
    }

    private func show(dismissed value: Payload?) {
        guard console.format == .text else { return }
        let json = value.flatMap { try? $0.json() }.map { String(decoding: $0, as: UTF8.self) }
        show("dismissed", json, text: json.map { "dismissed with \(JSONText.safe($0))" } ?? "dismissed")
    }

    private func show(_ key: String, _ value: some Encodable, text: String) {
        do {
            try console.show(key, value, text: text)
        } catch {
            console.report(error)
        }
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
