import Synchronization

/// A value that a table holds for a pattern.
protocol IndexedRow: Sendable {
    /// The module that owns the row.
    var owner: String { get }
    /// The pattern with its priority, parsed from its text.
    var indexed: IndexedPattern { get }
}

/// Patterns with a row for each, which come and go with their modules.
///
/// Adding rows copies the tree of patterns and parses no other pattern. Rows that go leave their patterns in the tree until they are
/// half of it.
struct PatternTable<Row: IndexedRow>: Sendable {
    let ownHosts: Set<String>
    /// The rows in the order of their patterns; `nil` for a row that was removed.
    private var rows: [Row?] = []
    /// The number of remaining rows.
    private var count = 0
    private var shapes = ShapeTable()
    private var patterns: GrowingIndex

    /// Creates a table of some rows, for an app with these web hosts of its own.
    init(_ rows: [Row] = [], ownHosts: Set<String>) {
        self.init(ownHosts)
        if !rows.isEmpty { self = adding(rows, patterns: rows.map(\.indexed)) }
    }

    private init(_ ownHosts: Set<String>) {
        self.ownHosts = ownHosts
        patterns = GrowingIndex(PatternIndex([], ownHosts: ownHosts))
    }

    /// Whether the table has no rows.
    var isEmpty: Bool { count == 0 }

    /// The highest number plus one.
    var end: Int { rows.count }

    /// The numbers of the rows, in the order of their addition.
    var numbers: [Int] { rows.indices.filter { rows[$0] != nil } }

    /// Returns the row of a number; `nil` if there is none.
    func row(_ number: Int) -> Row? { rows.indices.contains(number) ? rows[number] : nil }

    /// Returns the table with more rows, whose patterns these are.
    func adding(_ rows: [Row], patterns: [IndexedPattern]) -> PatternTable {
        var table = self
        for (place, pattern) in patterns.enumerated() {
            table.shapes.insert(PatternShapes(pattern), self.rows.count + place)
        }
        table.rows += rows as [Row?]
        table.count += rows.count
        table.patterns = self.patterns.adding(patterns)
        return table
    }

    /// Returns the table without the rows of a module.
    func removing(_ owner: String) -> PatternTable {
        var table = self
        for (number, row) in rows.enumerated() where row?.owner == owner {
            table.rows[number] = nil
            table.count -= 1
        }
        return table.count > rows.count / 2 ? table : PatternTable(table.rows.compactMap(\.self), ownHosts: ownHosts)
    }

    /// Returns what is in the way of another pattern, or `nil`.
    func clash(with pattern: IndexedPattern) -> PatternClash<Row>? {
        shapes.clash(with: pattern, PatternShapes(pattern), among: { rows[$0] }, indexed: \.indexed)
    }

    /// Returns the best pattern for a URL.
    func match(_ url: RouteURL) -> PatternMatch? {
        guard let best = patterns.index.match(url) else { return nil }
        return rows[best.number] == nil ? candidates(url).first : best
    }

    /// Returns every pattern that matches a URL, the best one first.
    func candidates(_ url: RouteURL) -> [PatternMatch] {
        patterns.index.candidates(url).filter { rows[$0.number] != nil }
    }
}

/// An index with more patterns, which are added at the first look-up.
private final class GrowingIndex: Sendable {
    private let known: PatternIndex
    private let added: [IndexedPattern]
    private let grown = Lazy<PatternIndex>()

    init(_ known: PatternIndex, adding added: [IndexedPattern] = []) {
        self.known = known
        self.added = added
    }

    /// The index of all patterns.
    var index: PatternIndex {
        if added.isEmpty { return known }
        return grown.value { known.adding(added) }
    }

    /// Returns the index with more patterns.
    func adding(_ patterns: [IndexedPattern]) -> GrowingIndex {
        if let grown = grown.made { return GrowingIndex(grown, adding: patterns) }
        return GrowingIndex(known, adding: added + patterns)
    }
}
