@_spi(Host) import ModuleKit
import PluginRuntime

/// A page as it is being shown: what was written of it, and what its numbers lead to.
///
/// Lines are made when somebody looks at them, so that a page of any length begins at once.
struct PageView {
    private let lines: Lines
    private let numbers = PageNumbers()
    /// Lines that were made before it was their turn.
    private var ahead: [TextLine] = []
    /// How many lines were asked for.
    private(set) var position = 0

    init(_ item: PageStack.Item, width: Int) {
        let renderer = PageRenderer(width: width, numbers: numbers)
        lines = renderer.lines(of: item.page, untitled: item.entry.url.isEmpty ? "Untitled" : item.entry.url)
    }

    /// The next lines, as many as are wanted or there are.
    mutating func next(_ count: Int) -> [TextLine] {
        makeAhead(count)
        let lines = Array(ahead.prefix(count))
        ahead.removeFirst(lines.count)
        position += lines.count
        return lines
    }

    /// All lines that were not asked for yet.
    mutating func rest() -> some Sequence<TextLine> {
        defer { ahead = [] }
        return chain(ahead, lines)
    }

    /// Whether there are lines that were not asked for yet.
    mutating func hasMore() -> Bool { has(1) }

    /// Whether there are so many lines that were not asked for yet.
    mutating func has(_ count: Int) -> Bool {
        makeAhead(count)
        return ahead.count >= count
    }

    /// What a number leads to, also where its line has not been shown yet.
    mutating func target(_ number: Int) -> PageTarget? {
        guard number > 0 else { return nil }
        while numbers.targets.count < number, let line = lines.next() { ahead.append(line) }
        return numbers.targets.count < number ? nil : numbers.targets[number - 1]
    }

    /// How many numbers there are on the whole page.
    mutating func targetCount() -> Int {
        while let line = lines.next() { ahead.append(line) }
        return numbers.targets.count
    }

    private mutating func makeAhead(_ count: Int) {
        while ahead.count < count, let line = lines.next() { ahead.append(line) }
    }

    private func chain(_ first: [TextLine], _ second: Lines) -> Lines {
        .joined([Lines.made(first), second]) { $0 }
    }
}

/// A page as the JSON output shows it: the page itself and the URL that led to it.
struct ShownPage: Encodable {
    private let url: String
    private let page: Page

    private enum Key: String, CodingKey { case url }

    init(_ item: PageStack.Item) {
        url = item.entry.url
        page = item.page
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(url, forKey: .url)
        try page.encode(to: encoder)
    }
}

extension Page {
    /// What stands in place of a page whose module does not run any more.
    static func left(_ entry: StackEntry, module: String, because end: ModuleEnd) -> Page {
        Page(entry.title) {
            Text("\(end.reason(module)), and this page with it. \(end.remedy(module))")
            Link("Open it again", to: entry.url)
        }
    }
}

/// The pages that were on top, in order.
struct PageHistory: Sendable {
    /// A page that came on top.
    struct Visit: Sendable, Equatable, Encodable {
        let url: String
        let title: String
        /// The name of the command that brought it.
        let command: String
    }

    /// How many visits are kept.
    static let limit = 1_000

    /// The oldest first.
    private(set) var visits: [Visit] = []

    mutating func add(_ visit: Visit) {
        if visits.count == Self.limit { visits.removeFirst() }
        visits.append(visit)
    }
}

/// What a number leads to, and the page that it stood on.
struct ChosenTarget: Sendable {
    /// The page whose form a dismissal answers: it, and no other that has come on top meanwhile.
    @TaskLocal static var answered: UInt64?

    let target: PageTarget
    /// Which page it is; `nil` where it was not presented, so that it cannot be dismissed.
    let presented: UInt64?

    init(_ target: PageTarget, on entry: StackEntry) {
        self.target = target
        presented = entry.style == .presented ? entry.identity : nil
    }
}
