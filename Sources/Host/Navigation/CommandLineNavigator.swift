import ModuleKit

/// The navigator of the command line: it keeps the stack and shows the page on top after each command.
actor CommandLineNavigator: Navigator {
    private var pages = PageStack()
    private var hasShownPage = false
    private let console: Console
    private let browser: Browser?

    /// Shows pages on a console, and web pages also in a browser where there is one.
    init(console: Console, browser: Browser?) {
        self.console = console
        self.browser = browser
    }

    func perform(_ command: NavigationCommand, for request: Request) async -> Feedback {
        perform(command, url: request.url.text)
    }

    /// Performs a command of the person at the shell, which no URL led to.
    func perform(_ command: NavigationCommand, url: String = "") -> Feedback {
        var next = pages
        let feedback = next.apply(command, url: url)
        // The stack's rules come first: a browser is only ever given what they let through.
        if case .web(let address) = command, feedback.outcome == .shown, let reason = openBrowser(address) {
            return Feedback(.refused(reason: reason), stack: pages.entries)
        }
        pages = next
        switch feedback.outcome {
        case .shown: showTop()
        case .dismissed(let value):
            show(dismissed: value)
            showTop()
        default: break
        }
        return feedback
    }

    func stack() async -> [StackEntry] { pages.entries }

    /// Leaves the page on top: a presented page is dismissed, any other popped.
    func back() -> Feedback {
        perform(pages.top?.entry.style == .presented ? .dismiss(value: nil) : .pop)
    }

    /// The link with that number, counted from 1, on the page on top.
    func link(_ number: Int) throws(NavigationError) -> Link {
        guard let page = pages.top?.page else { throw .noPage }
        guard page.links.indices.contains(number - 1) else {
            throw .noLink(number: number, page: page.title, count: page.links.count)
        }
        return page.links[number - 1]
    }

    private func showTop() {
        guard let top = pages.top else { return }
        let gap = hasShownPage ? [""] : []
        show("page", ShownPage(top), text: (gap + PageText.lines(top.page)).joined(separator: "\n"))
        hasShownPage = true
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
