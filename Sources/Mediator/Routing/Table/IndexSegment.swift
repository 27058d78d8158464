import Synchronization

/// What stands behind a pattern of an index.
protocol IndexedRow: Sendable {
    /// The module that it belongs to.
    var owner: String { get }
    /// The pattern with its priority; it is parsed from its text.
    var indexed: IndexedPattern { get }
}

/// Some rows, whose patterns are frozen when they are looked up for the first time.
final class IndexSegment<Row: IndexedRow>: Sendable {
    /// The rows in the order of their patterns; `nil` for those that were taken away since the patterns were frozen.
    let rows: [Row?]
    /// How many rows are left.
    let count: Int
    /// The patterns' shapes, those of rows that were taken away among them.
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

    /// The rows of a segment but for those of a module, with its patterns as they are.
    private init(_ segment: IndexSegment, _ index: PatternIndex, without owner: String) {
        rows = segment.rows.map { $0?.owner == owner ? nil : $0 }
        shapes = segment.shapes
        ownHosts = segment.ownHosts
        count = rows.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
        frozen = Lazy(index)
    }

    /// The rows that segments have left, in their order.
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
                shapes.append(segment.shapes, numbers: numbers, count: rows.count - start)
            }
        }
        self.rows = rows
        self.shapes = shapes
        self.ownHosts = ownHosts
        count = rows.count
        frozen = Lazy()
    }

    /// The patterns of all rows, those that were taken away among them.
    var index: PatternIndex {
        if let index = frozen.made { return index }
        return freezing.withLock { _ in
            frozen.value {
                // A row is taken away only after the patterns were frozen.
                PatternIndex(rows.compactMap { $0?.indexed }, ownHosts: ownHosts)
            }
        }
    }

    /// The segment without the rows of a module; `nil` where none is left.
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

    /// The best pattern for a URL whose row is there.
    func match(_ url: RouteURL) -> PatternMatch? {
        guard let best = index.match(url) else { return nil }
        return rows[best.number] == nil ? candidates(url).first : best
    }

    /// Every pattern that matches a URL and whose row is there, the best one first.
    func candidates(_ url: RouteURL) -> [PatternMatch] {
        index.candidates(url).filter { rows[$0.number] != nil }
    }
}
