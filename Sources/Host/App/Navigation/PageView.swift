@_spi(Host) import ModuleKit
import PluginRuntime

/// A page while it is displayed: it supplies the lines, and the target of each number, such as a link or a form.
struct PageView {
    private let lines: Lines
    private let numbers = PageNumbers()
    /// Lines that were created in advance.
    private var ahead: [TextLine] = []
    /// The number of lines that were taken.
    private(set) var position = 0

    init(_ item: PageStack.Item, _ display: Display) {
        var renderer = PageRenderer(width: display.width, numbers: numbers)
        renderer.alignsTitles = display.height != nil && display.width != PageRenderer.endlessWidth
        lines = renderer.lines(of: item.page, at: item.entry.url)
    }

    mutating func next(_ count: Int) -> [TextLine] {
        makeAhead(count)
        let lines = Array(ahead.prefix(count))
        ahead.removeFirst(lines.count)
        position += lines.count
        return lines
    }

    /// Returns all lines that were not taken yet.
    mutating func rest() -> some Sequence<TextLine> {
        defer { ahead = [] }
        return Lines.joined([Lines.made(ahead), lines]) { $0 }
    }

    mutating func hasMore() -> Bool { has(1) }

    /// Returns whether at least `count` lines were not taken yet.
    mutating func has(_ count: Int) -> Bool {
        makeAhead(count)
        return ahead.count >= count
    }

    /// Returns the target of a number, even if its line has not been displayed yet.
    mutating func target(_ number: Int) -> PageTarget? {
        guard number > 0 else { return nil }
        while numbers.targets.count < number, let line = lines.next() { ahead.append(line) }
        return numbers.targets.count < number ? nil : numbers.targets[number - 1]
    }

    /// Returns the number of targets on the whole page.
    mutating func targetCount() -> Int {
        while let line = lines.next() { ahead.append(line) }
        return numbers.targets.count
    }

    private mutating func makeAhead(_ count: Int) {
        while ahead.count < count, let line = lines.next() { ahead.append(line) }
    }
}

/// A page in the JSON output: the page itself and its URL.
struct ShownPage: Encodable {
    private let url: String
    private let page: Page

    init(_ item: PageStack.Item) {
        url = item.entry.url
        page = item.page
    }

    func encode(to encoder: any Encoder) throws {
        try JSONObject(["url": url]).encode(to: encoder)
        try page.encode(to: encoder)
    }
}

extension Page {
    /// Returns the replacement of a page whose module does not run any longer.
    static func left(_ entry: StackEntry, module: String, because end: ModuleEnd) -> Page {
        Page(entry.title) {
            Text("\(end.reason(module)), and this page with it. \(end.remedy(module))")
            Link("Open it again", to: RouteURL(entry.url))
        }
    }
}
