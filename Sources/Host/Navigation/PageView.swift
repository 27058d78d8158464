import ModuleKit

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
