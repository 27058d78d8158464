import ModuleKit

/// How wide the columns of a table are: as wide as they need, or shrunk until they fit.
struct TableLayout {
    /// How many rows are looked at: the first half of them one by one, and then some from all parts of the table.
    static let sampleSize = 200
    /// Narrower columns are of no use to anybody.
    static let leastWidth = 6
    static let gap = 2

    let columns: [Table.Column]
    /// The columns of the terminal for each column of the table, or `nil` where the rows are shown as fields.
    let widths: [Int]?
    /// The room for the numbers of the rows.
    let numberWidth: Int

    /// Lays a table out.
    ///
    /// - Parameter first: the number of the first row that leads somewhere.
    init(_ table: Table, width: Int, first: Int) {
        let sample = Self.sample(of: table.rows)
        let count = max(table.columns.count, min(sample.map(\.cells.count).max() ?? 0, table.columns.count + 8))
        let columns = table.columns + (table.columns.count..<count).map { _ in Table.Column("") }
        self.columns = columns
        let hasTargets = sample.contains { $0.url != nil || $0.signal != nil }
        numberWidth = hasTargets ? "[\(first + table.rows.count - 1)] ".count : 0
        var natural = columns.map { DisplayWidth.of($0.title) }
        for row in sample {
            for (column, cell) in Self.cells(of: row, count: count).enumerated() {
                natural[column] = max(natural[column], DisplayWidth.of(cell))
            }
        }
        let room = width == .max ? .max : width - numberWidth - Self.gap * max(count - 1, 0)
        widths = Self.fit(natural, into: room)
    }

    private static func sample(of rows: Rows<Table.Row>) -> [Table.Row] {
        guard rows.count > sampleSize else { return Array(rows) }
        let half = sampleSize / 2
        let step = Double(rows.count - 1 - half) / Double(half - 1)
        return Array(rows.prefix(half)) + (0..<half).map { rows[half + Int((Double($0) * step).rounded())] }
    }

    /// The cells of a row in so many columns; what is too much stands behind the last one.
    static func cells(of row: Table.Row, count: Int) -> [String] {
        guard count > 0, row.cells.count > count else { return Array(row.cells.prefix(count)) }
        return Array(row.cells.prefix(count - 1)) + [row.cells.dropFirst(count - 1).joined(separator: " ")]
    }

    /// Shrinks the widest columns to one width, so that the narrow ones stay whole.
    static func fit(_ natural: [Int], into room: Int) -> [Int]? {
        guard natural.reduce(0, +) > room else { return natural }
        var left = room
        var cap = room
        for (place, width) in natural.sorted().enumerated() {
            cap = left / (natural.count - place)
            if width > cap { break }
            left -= width
        }
        guard cap >= leastWidth else { return nil }
        return natural.map { min($0, cap) }
    }
}
