/// Patterns that modules declare, frozen, with a row for each.
@_spi(Host) public struct DeclaredTable<Row: Sendable>: Sendable {
    /// The patterns.
    public let index: PatternIndex
    /// In the order of the patterns.
    public let rows: [Row]

    /// `nil` where there is not one row for each pattern.
    public init?(_ index: PatternIndex, rows: [Row]) {
        guard index.count == rows.count else { return nil }
        self.index = index
        self.rows = rows
    }

    init(_ patterns: [(pattern: IndexedPattern, row: Row)], ownHosts: Set<String>) {
        index = PatternIndex(patterns.map(\.pattern), ownHosts: ownHosts)
        rows = patterns.map(\.row)
    }

    /// The rows of all patterns that match a URL, the best one first.
    func candidates(_ url: RouteURL) -> [(number: Int, row: Row)] {
        rows.isEmpty ? [] : index.candidates(url).map { ($0.number, rows[$0.number]) }
    }
}
