@_spi(Host) import ModuleKit

/// The lines above a page for the user: the tabs (such as `[Homes]  Map  Account`) and the path to the page (such as
/// `Homes to let › Studio`).
struct PageHeader {
    let stack: PageStack

    /// Returns the lines, no wider than the screen. A single page has no path, because its title is enough.
    func lines(width: Int) -> [TextLine] { tabs(width: width) + path(width: width) }

    /// Returns the names of the tabs in a few lines, with the selected tab in brackets; the command `tab` lists all
    /// tabs.
    private func tabs(width: Int) -> [TextLine] {
        var lines: [TextLine] = []
        for tab in stack.tabs {
            let isShown = tab.name == stack.tab?.name
            let name = PlainText.line(tab.name, limit: Self.titleLimit)
            let text = isShown ? TextLine("[\(name)]", .strong) : TextLine(name, .secondary)
            if let last = lines.last, last.width + Self.gap.width + text.width <= width {
                lines[lines.count - 1].append(Self.gap)
                lines[lines.count - 1].append(text)
            } else if lines.count < Self.lineLimit {
                lines.append(text)
            } else {
                break
            }
        }
        return lines
    }

    private func path(width: Int) -> [TextLine] {
        let pages = stack.branches[stack.selected].items
        guard pages.count > 1 else { return [] }
        return [TextLine(Self.newest(of: pages, room: width).joined(separator: Self.separator), .secondary)]
    }

    private static let gap = TextLine("  ")
    private static let separator = " › "
    private static let ellipsis = "…"
    private static let titleLimit = 40
    /// The maximum number of lines with tabs.
    private static let lineLimit = 3

    /// Returns the titles of as many of the newest pages as fit. If there is room, an ellipsis for the other pages
    /// comes first. Reads at most one of the other pages.
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
}
