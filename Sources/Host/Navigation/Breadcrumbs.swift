import ModuleKit

/// The way to the page on top, on the line above the prompt: `[Homes] Homes to let › Studio`.
struct Breadcrumbs {
    let stack: PageStack

    /// The line, no wider than the screen; `nil` where the page stands alone, and its title says all.
    func line(width: Int) -> TextLine? {
        guard stack.items.count > 1 || stack.tab != nil else { return nil }
        let tab = stack.tab.map { ["[\(PlainText.line($0.name))]"] } ?? []
        var titles = stack.items.map { PlainText.line($0.page.title, limit: Self.titleLimit) }
        var text = Self.text(tab, titles)
        while DisplayWidth.of(text) > width, titles.count > 1 {
            titles = Array(titles.dropFirst(titles[0] == "…" ? 2 : 1))
            titles.insert("…", at: 0)
            if titles.count == 2, DisplayWidth.of(Self.text(tab, titles)) > width { titles.removeFirst() }
            text = Self.text(tab, titles)
        }
        return TextLine(text, .secondary)
    }

    private static let titleLimit = 40

    private static func text(_ tab: [String], _ titles: [String]) -> String {
        (tab + [titles.joined(separator: " › ")]).joined(separator: " ")
    }
}
