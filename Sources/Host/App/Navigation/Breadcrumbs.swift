@_spi(Host) import ModuleKit

/// The path to the top page, on the line above the prompt: `[Homes] Homes to let › Studio`.
struct Breadcrumbs {
    let stack: PageStack

    /// Returns the line, no wider than the screen; `nil` for a single page, whose title is enough.
    func line(width: Int) -> TextLine? {
        let pages = stack.branches[stack.selected].items
        guard pages.count > 1 || stack.tab != nil else { return nil }
        let tab = stack.tab.map { "[\(PlainText.line($0.name))]" } ?? ""
        let room = width - (tab.isEmpty ? 0 : DisplayWidth.of(tab) + 1)
        let path = Self.newest(of: pages, room: room).joined(separator: Self.separator)
        return TextLine([tab, path].filter { !$0.isEmpty }.joined(separator: " "), .secondary)
    }

    private static let separator = " › "
    private static let ellipsis = "…"

    /// Returns the titles of as many of the newest pages as fit, behind an ellipsis for the others if it fits, too. No more
    /// pages than that are read.
    private static func newest(of pages: ChunkedArray<PageStack.Item>, room: Int) -> [String] {
        let gap = DisplayWidth.of(separator)
        let forOthers = DisplayWidth.of(ellipsis) + gap
        var titles: [String] = []
        var left = room + gap
        for place in pages.indices.reversed() {
            let title = PlainText.line(pages[place].page.title, limit: titleLimit)
            let needed = DisplayWidth.of(title) + gap
            guard titles.isEmpty || needed + (place == 0 ? 0 : forOthers) <= left else {
                return (left >= forOthers ? [ellipsis] : []) + titles.reversed()
            }
            left -= needed
            titles.append(title)
        }
        return titles.reversed()
    }

    private static let titleLimit = 40
}
