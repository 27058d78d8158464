@_spi(Host) import ModuleKit

/// Where the page on top is shown: what was written of it, and what is drawn over when it changes.
struct Viewport {
    private let console: Console
    private let screen: Screen
    private var hasShownPage = false
    private var view: PageView?
    /// What is drawn over, where it can be.
    private var frame: LiveFrame?
    /// What the last JSON said.
    private var told: [PageElement] = []

    init(console: Console, screen: Screen) {
        self.console = console
        self.screen = screen
    }

    /// The width, height and colours of where pages are shown.
    var display: Display { screen.display }

    /// Whether somebody sees each change; otherwise the page is made again when it is asked for.
    var followsChanges: Bool { console.format == .json || screen.isPaged }

    /// Shows a page from its beginning.
    mutating func show(_ item: PageStack.Item) {
        let display = screen.display
        view = PageView(item, width: display.width)
        told = item.page.elements
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

    /// Shows what has changed of the page.
    mutating func renew(_ item: PageStack.Item) {
        guard console.format == .text else { return tellChanges(of: item) }
        let display = screen.display
        view = PageView(item, width: display.width)
        guard var frame else { return }
        // Lines of another width stand elsewhere than they did.
        guard frame.display == display else { return self.frame = nil }
        let lines = frame.lines(of: &view)
        console.draw { frame.draw(lines, rowsBelow: $0) }
        self.frame = frame
    }

    /// What a number on the page leads to; `nil` where there is no such number.
    mutating func target(_ number: Int) -> PageTarget? { view?.target(number) }

    /// How many numbers there are on the whole page.
    mutating func targetCount() -> Int { view?.targetCount() ?? 0 }

    /// Writes as much of the page as fits at once.
    private mutating func showNext(_ display: Display, isLive: Bool) {
        let painter = LinePainter(usesColour: display.usesColour)
        guard let count = screen.linesAtOnce(display) else {
            if let lines = view?.rest() { console.show(lines.lazy.map(painter.text)) }
            return
        }
        let start = view?.position ?? 0
        let lines = view?.next(count) ?? []
        console.show(lines.map(painter.text))
        let hasMore = view?.hasMore() == true
        let isDrawnOver = isLive && display.movesCursor
        console.rows.begin(width: isDrawnOver ? display.width : nil)
        frame = isDrawnOver ? LiveFrame(start: start, lines: lines, display: display, hasMoreBelow: hasMore) : nil
        if hasMore { console.show([painter.text(of: LiveFrame.more)]) }
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
