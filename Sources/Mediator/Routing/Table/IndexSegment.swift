import Synchronization

/// A value that an index holds for a pattern.
protocol IndexedRow: Sendable {
    /// The module that owns the row.
    var owner: String { get }
    /// The pattern with its priority, parsed from its text.
    var indexed: IndexedPattern { get }
}

/// A segment of rows, whose patterns are frozen at their first look-up.
final class IndexSegment<Row: IndexedRow>: Sendable {
    /// The rows in the order of their patterns; `nil` for a row that was removed after the patterns were frozen.
    let rows: [Row?]
    /// The number of remaining rows.
    let count: Int
    /// The shapes of all patterns, including those of removed rows.
    let shapes: ShapeTable
    private let ownHosts: Set<String>
    private let frozen: Lazy<PatternIndex>
    private let freezing = Mutex(())

    init(_ rows: [Row], _ shapes: ShapeTable, ownHosts: Set<String>) {
        self.rows = rows
        self.shapes = shapes
        self.ownHosts = ownHosts
        count = rows.count
        frozen = Lazy()
    }

    /// Creates a segment without the rows of a module, and with the patterns unchanged.
    private init(_ segment: IndexSegment, _ index: PatternIndex, without owner: String) {
        rows = segment.rows.map { $0?.owner == owner ? nil : $0 }
        shapes = segment.shapes
        ownHosts = segment.ownHosts
        count = rows.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
        frozen = Lazy(index)
    }

    /// Creates a segment of the remaining rows of other segments, in their order.
    ///
    /// - Parameter owner: a module whose rows are left out.
    init(joining segments: [IndexSegment], without owner: String? = nil, ownHosts: Set<String>) {
        var rows: [Row] = []
        var shapes = ShapeTable()
        for segment in segments {
            let start = rows.count
            let numbers = segment.rows.map { row -> Int? in
                guard let row, row.owner != owner else { return nil }
                rows.append(row)
                return rows.count - 1
            }
            if start == 0, rows.count == numbers.count {
                shapes = segment.shapes
            } else {
                shapes.append(segment.shapes, numbers: numbers)
            }
        }
        self.rows = rows
        self.shapes = shapes
        self.ownHosts = ownHosts
        count = rows.count
        frozen = Lazy()
    }

    /// The patterns of all rows, including those of removed rows.
    var index: PatternIndex {
        if let index = frozen.made { return index }
        return freezing.withLock { _ in
            frozen.value {
                // A row is removed only after the patterns were frozen.
                PatternIndex(rows.compactMap { $0?.indexed }, ownHosts: ownHosts)
            }
        }
    }

    /// Returns the segment without the rows of a module; `nil` if no row remains.
    func removing(_ owner: String) -> IndexSegment? {
        guard rows.contains(where: { $0?.owner == owner }) else { return self }
        if let index = frozen.made, case let rest = IndexSegment(self, index, without: owner),
            rest.count > rows.count / 2
        {
            return rest
        }
        let rest = IndexSegment(joining: [self], without: owner, ownHosts: ownHosts)
        return rest.count == 0 ? nil : rest
    }

    /// Returns the best pattern for a URL whose row is present.
    func match(_ url: RouteURL) -> PatternMatch? {
        guard let best = index.match(url) else { return nil }
        return rows[best.number] == nil ? candidates(url).first : best
    }

    /// Returns every pattern that matches a URL and whose row is present, the best one first.
    func candidates(_ url: RouteURL) -> [PatternMatch] {
        index.candidates(url).filter { rows[$0.number] != nil }
    }
}
