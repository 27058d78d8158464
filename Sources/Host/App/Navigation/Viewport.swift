@_spi(Host) import ModuleKit

/// The display of the top page: its written part, and the part that is redrawn after a change.
struct Viewport {
    /// The maximum number of rows of a list that are checked for equal identities. A check of all rows would delay the
    /// display of a long page.
    private static let checkedRows = 1_000

    private let console: Console
    private let mode: Display.Mode
    /// Whether a page is displayed one screen at a time; otherwise everything is written in one step.
    let isPaged: Bool
    private let environment: [String: String]
    private var hasShownPage = false
    private var view: PageView?
    /// The redrawn part, if there is one.
    private var frame: LiveFrame?
    /// On a page that is redrawn: the target that each number had when it was displayed last.
    private var shown: [Int: PageTarget] = [:]
    /// Whether the position of the frame is unknown, because the window was resized or the host was stopped.
    private var hasLostFrame = false
    /// The elements in the last JSON output.
    private var lastElements: [PageElement] = []

    init(console: Console, mode: Display.Mode, isPaged: Bool, environment: [String: String]) {
        self.console = console
        self.mode = mode
        self.isPaged = isPaged
        self.environment = environment
    }

    /// The width, height and colours of the display.
    var display: Display { Display(mode, environment: environment) }

    /// Whether each change is displayed; otherwise the page stays as it was written.
    var followsChanges: Bool { console.format == .json || frame != nil && console.rows.isCounting }

    /// Whether a change since the last display of the page is above the screen, where nothing can be redrawn.
    private(set) var hidesChanges = false

    /// Whether the page must be shown before the next prompt.
    var isDue = false

    /// Shows the top page of a stack from its beginning.
    mutating func show(topOf stack: PageStack) {
        isDue = false
        guard let item = stack.top else { return }
        let display = display
        view = PageView(item, display)
        shown = [:]
        lastElements = item.page.elements
        if let id = Self.duplicateIdentity(on: item.page) {
            let message =
                "two rows of one list of \(item.entry.url) have the identity \"\(id)\", so their changes cannot be "
                + "distinguished; the page's author should make it unique"
            console.report(Failure("duplicateIdentity", message, .done, url: item.entry.url))
        }
        guard console.format == .text else { return tell("page", ShownPage(item)) }
        let header = isPaged ? PageHeader(stack: stack).lines(width: display.width) : []
        let above = (hasShownPage ? [""] : []) + header.map(display.painter.text)
        hasShownPage = true
        showNext(display, below: above, isLive: item.page.isLive)
    }

    /// Returns the first identity that two rows of one list or table share. An identity that is only the row's URL may
    /// occur twice.
    private static func duplicateIdentity(on page: Page) -> String? {
        func first(_ rows: some Sequence<some Identified>) -> String? {
            var seen: Set<String> = []
            return rows.lazy.compactMap(\.id).first { !seen.insert($0).inserted }
        }
        return page.allElements.lazy.compactMap { element in
            switch element {
            case .list(let list): first(list.items.prefix(checkedRows).lazy.filter { $0.id != $0.url?.text })
            case .table(let table): first(table.rows.prefix(checkedRows).lazy.filter { $0.id != $0.url?.text })
            default: nil
            }
        }
        .first
    }

    mutating func showMore(of item: PageStack.Item) throws(Failure) {
        guard view?.hasMore() == true else {
            throw Failure("noMore", "there is no more of the page; go back, or open a URL", .usage)
        }
        showNext(display, isLive: item.page.isLive)
    }

    /// Returns a page as text. From now on, the user can follow the numbers in this text.
    mutating func text(of item: PageStack.Item) -> String {
        var text = PageView(item, display)
        view = text
        return text.rest().map(\.text).joined(separator: "\n")
    }

    /// Redraws the lines of the page that have changed or, in the JSON format, prints the changes. Does nothing if the
    /// page can no longer be redrawn.
    mutating func renew(_ item: PageStack.Item) {
        guard console.format == .text else { return tellChanges(of: item) }
        guard var frame else { return }
        let display = display
        // After a resize, or after another process used the terminal, the lines are at other positions.
        guard !losesFrame() else { return }
        var next = PageView(item, display)
        _ = next.next(frame.start)
        if frame.start > 0, !next.hasMore() {
            // The page is now so short that it ends before the frame.
            frame.start = 0
            next = PageView(item, display)
        }
        var visible = 0..<0
        console.draw { place in
            let (old, lines) = (frame.lines, frame.lines(of: &next, at: place))
            defer {
                visible = frame.visible(place)
                let hidden = visible.lowerBound
                hidesChanges = hidesChanges || old.prefix(hidden) != frame.lines.prefix(hidden)
            }
            return frame.draw(lines, at: place)
        }
        note(frame.lines[visible], of: &next)
        view = next
        self.frame = frame
    }

    /// Stops the redrawing, and makes the terminal wrap lines again.
    mutating func end() {
        frame = nil
        console.showFrame([], width: nil)
    }

    /// Returns the target that a number had when it was displayed last; `nil` if the page does not have the number.
    mutating func target(_ number: Int) -> PageTarget? { shown[number] ?? view?.target(number) }

    mutating func targetCount() -> Int { view?.targetCount() ?? 0 }

    mutating func firstForm() -> (number: Int, title: String)? {
        for number in 1...max(targetCount(), 1) {
            if case .form(let form, _)? = target(number) { return (number, form.title) }
        }
        return nil
    }

    /// Returns whether the page can no longer be redrawn in place, until it is shown again.
    mutating func losesFrame() -> Bool {
        guard let frame, frame.display != display else { return hasLostFrame }
        self.frame = nil
        hasLostFrame = true
        console.showFrame([], width: nil)
        return true
    }

    private mutating func note(_ lines: some Sequence<TextLine>, of view: inout PageView) {
        for number in lines.lazy.flatMap(\.numbers) { shown[number] = view.target(number) }
    }

    /// Writes as much of the page as fits on the screen, below the lines in `above`.
    private mutating func showNext(_ display: Display, below above: [String] = [], isLive: Bool) {
        (hasLostFrame, hidesChanges) = (false, false)
        frame = nil
        let painter = display.painter
        guard isPaged, let height = display.height, var view else {
            console.show(above)
            if let lines = view?.rest() { console.page(lines.lazy.map(painter.text)) }
            return
        }
        let start = view.position
        // There must be room for the lines above (at least a blank one), for the note that the page has more lines, and
        // for the prompt.
        let lines = view.next(max(height - 2 - max(above.count, 1), 5))
        let all = lines + (view.hasMore() ? [LiveFrame.more] : [])
        let isDrawnOver = isLive && display.movesCursor
        console.showFrame(above + all.map(painter.text), width: isDrawnOver ? display.width : nil)
        if isDrawnOver {
            frame = LiveFrame(start: start, lines: all, display: display)
            note(lines, of: &view)
        }
        self.view = view
    }

    private mutating func tellChanges(of item: PageStack.Item) {
        let changes = PageDifference(from: lastElements, to: item.page.elements)
        lastElements = item.page.elements
        // From now on, the user's numbers refer to the changed page.
        view = PageView(item, display)
        if !changes.changes.isEmpty { tell("page_change", JSONObject(["url": item.entry.url, "changes": changes])) }
    }

    private func tell(_ key: String, _ value: some Encodable) {
        do {
            try console.show(key, value, text: "")
        } catch {
            console.report(error)
        }
    }
}
