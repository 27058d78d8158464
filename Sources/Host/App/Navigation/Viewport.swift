@_spi(Host) import ModuleKit

/// Where the page on top is shown: what was written of it, and what is drawn over when it changes.
struct Viewport {
    private let console: Console
    private let screen: Screen
    private var hasShownPage = false
    private var view: PageView?
    /// What is drawn over, where it can be.
    private var frame: LiveFrame?
    /// What the numbers led to where they were shown last, on a page that is drawn over.
    private var shown: [Int: PageTarget] = [:]
    /// Whether the window's size has changed, or the host was stopped, so that nobody knows where the frame is.
    private var hasLostFrame = false
    /// What the last JSON said.
    private var told: [PageElement] = []

    init(console: Console, screen: Screen) {
        self.console = console
        self.screen = screen
    }

    /// The width, height and colours of where pages are shown.
    var display: Display { screen.display }

    /// Whether each change is shown; otherwise the page stays as it was written.
    var followsChanges: Bool { console.format == .json || frame != nil }

    /// Shows a page from its beginning.
    mutating func show(_ item: PageStack.Item) {
        let display = screen.display
        view = PageView(item, width: display.width)
        shown = [:]
        told = item.page.elements
        DuplicateIdentity.first(on: item.page).map { console.report(Failure($0, on: item)) }
        guard console.format == .text else { return tell("page", ShownPage(item)) }
        if hasShownPage { console.show([""]) }
        hasShownPage = true
        showNext(display, isLive: item.page.isLive)
    }

    /// Shows what comes next of the page.
    mutating func showMore(of item: PageStack.Item) throws(NavigationError) {
        guard view?.hasMore() == true else { throw .noMore }
        showNext(screen.display, isLive: item.page.isLive)
    }

    /// Shows what has changed of the page, where it can be.
    mutating func renew(_ item: PageStack.Item) {
        guard console.format == .text else { return tellChanges(of: item) }
        guard var frame else { return }
        let display = screen.display
        // In another window, or one that others had meanwhile, the lines stand elsewhere than they did.
        guard !losesFrame() else { return }
        var next = PageView(item, width: display.width)
        _ = next.next(frame.start)
        if frame.start > 0, !next.hasMore() {
            // The page has become so short that it ends before the frame.
            frame.start = 0
            next = PageView(item, width: display.width)
        }
        var visible = 0..<0
        console.draw { rowsBelow in
            let lines = frame.lines(of: &next, rowsBelow: rowsBelow)
            defer { visible = frame.visible(rowsBelow) }
            return frame.draw(lines, rowsBelow: rowsBelow)
        }
        note(frame.lines[visible], of: &next)
        view = next
        self.frame = frame
    }

    /// Draws over nothing any more: the terminal is as others expect it.
    mutating func end() {
        frame = nil
        console.showFrame([], width: nil)
    }

    /// What a number on the page leads to, where it was shown last; `nil` where there is no such number.
    mutating func target(_ number: Int) -> PageTarget? { shown[number] ?? view?.target(number) }

    /// How many numbers there are on the whole page.
    mutating func targetCount() -> Int { view?.targetCount() ?? 0 }

    /// Whether what was drawn over cannot be any more, until the page is shown again.
    mutating func losesFrame() -> Bool {
        guard let frame, frame.display != screen.display else { return hasLostFrame }
        self.frame = nil
        hasLostFrame = true
        console.showFrame([], width: nil)
        return true
    }

    private mutating func note(_ lines: some Sequence<TextLine>, of view: inout PageView) {
        for number in lines.lazy.flatMap(\.numbers) { shown[number] = view.target(number) }
    }

    /// Writes as much of the page as fits at once.
    private mutating func showNext(_ display: Display, isLive: Bool) {
        hasLostFrame = false
        frame = nil
        let painter = LinePainter(usesColour: display.usesColour)
        guard let count = screen.linesAtOnce(display), var view else {
            if let lines = view?.rest() { console.show(lines.lazy.map(painter.text)) }
            return
        }
        let start = view.position
        let lines = view.next(count)
        let all = lines + (view.hasMore() ? [LiveFrame.more] : [])
        let isDrawnOver = isLive && display.movesCursor
        console.showFrame(all.map(painter.text), width: isDrawnOver ? display.width : nil)
        if isDrawnOver {
            frame = LiveFrame(start: start, lines: all, display: display)
            note(lines, of: &view)
        }
        self.view = view
    }

    private mutating func tellChanges(of item: PageStack.Item) {
        let change = ChangedPage(item, since: told)
        told = item.page.elements
        if !change.isEmpty { tell("page_change", change) }
    }

    private func tell(_ key: String, _ value: some Encodable) {
        do {
            try console.show(key, value, text: "")
        } catch {
            console.report(error)
        }
    }
}

/// Where pages are shown, and how much of one at a time.
struct Screen: Sendable {
    let mode: Display.Mode
    /// Whether a person reads page by page; otherwise everything is written at once.
    let isPaged: Bool
    let environment: [String: String]

    /// What it is like now.
    var display: Display { Display(mode, environment: environment) }

    /// How many lines are shown before the person asks for more; `nil` for all.
    ///
    /// There is room left for a blank line, the line that says that there is more, and the prompt.
    func linesAtOnce(_ display: Display) -> Int? { isPaged ? display.height.map { max($0 - 3, 5) } : nil }
}
