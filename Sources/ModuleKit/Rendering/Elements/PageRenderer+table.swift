@_spi(Host) import Mediator

extension PageRenderer {
    /// Returns a table's head and rows; each row is read when it is displayed.
    func lines(of table: Table) -> Lines {
        let layout = TableLayout(table, width: inner, first: numbers.targets.count + 1)
        guard let widths = layout.widths else {
            return .joined(table.rows) { fields(of: $0, in: layout.columns) }.mapped { $0.indented(by: 2) }
        }
        let head = layout.columns.map { Span($0.title, .label).onOneLine }
        let rule = widths.map { Span(String(repeating: "─", count: $0), .secondary) }
        let hasHead = table.columns.contains { !$0.title.isEmpty }
        return .joined([0, 1]) { part in
            guard part == 0 else { return .joined(table.rows) { cells(of: $0, in: layout, widths) } }
            return hasHead
                ? .joined([head, rule]) { lines(of: $0, number: "", in: layout, widths) } : .none
        }
        .mapped { $0.indented(by: 2) }
    }

    private func cells(of row: Table.Row, in layout: TableLayout, _ widths: [Int]) -> Lines {
        let number = number(of: row)
        let head = number.map { "[\($0)]" } ?? ""
        let cells = TableLayout.cells(of: row, count: widths.count)
        return lines(of: cells.map { Span($0, row.style).onOneLine }, number: head, in: layout, widths)
            .numbered(number)
    }

    private func number(of row: Table.Row) -> Int? {
        let title = row.cells.first ?? ""
        if let url = row.url { return numbers.add(.open(title: title, url: url)) }
        return row.message.map { numbers.add(action(title, $0)) }
    }

    /// Returns one row as lines, with each cell wrapped in its column.
    private func lines(of cells: [Span], number: String, in layout: TableLayout, _ widths: [Int]) -> Lines {
        let wrapped = zip(cells, widths).map { Array(Wrapping.lines([$0], width: $1)) }
        let height = max(wrapped.map(\.count).max() ?? 0, 1)
        return .made(
            (0..<height).map { row in
                var line = row == 0 ? TextLine(number, .secondary) : TextLine()
                var start = layout.numberWidth
                for (column, cell) in wrapped.enumerated() {
                    if cell.indices.contains(row), cell[row].width > 0 {
                        line.pad(start - line.width)
                        line.append(cell[row].aligned(layout.columns[column].alignment ?? .leading, in: widths[column]))
                    }
                    start += widths[column] + TableLayout.gap
                }
                return line
            })
    }

    /// Returns a row as one field per cell, for a table that is too wide for columns.
    private func fields(of row: Table.Row, in columns: [Table.Column]) -> Lines {
        let number = number(of: row)
        let lines = Lines.joined(row.cells.enumerated()) { place, cell in
            let title = columns.indices.contains(place) ? columns[place].title : ""
            let label = title.isEmpty ? "" : title + ": "
            let head = place == 0 ? number.map { "[\($0)] " } ?? "" : ""
            let lines = Wrapping.lines(
                [Span(head, .secondary), Span(label, .label).onOneLine, Span(cell, row.style).onOneLine],
                width: inner - 2, hanging: 2)
            return place == 0 ? lines : lines.mapped { $0.indented(by: 2) }
        }
        return lines.numbered(number)
    }
}

/// The widths of a table's columns: their natural widths, or narrower ones that fit.
@_spi(Host) public struct TableLayout {
    /// The number of rows that are measured: half of them at the beginning of the table, half spread over the rest.
    static let sampleSize = 200
    /// The minimum width of a useful column.
    static let leastWidth = 6
    /// The number of terminal columns between two columns of the table.
    public static let gap = 2

    let columns: [Table.Column]
    /// The width of each column of the table; `nil` if the rows are displayed as fields.
    let widths: [Int]?
    /// The width of the row numbers.
    let numberWidth: Int

    /// - Parameter first: the number that the first row with a target gets.
    init(_ table: Table, width: Int, first: Int) {
        let sample = Self.sample(of: table.rows)
        let count = max(table.columns.count, min(sample.map(\.cells.count).max() ?? 0, table.columns.count + 8))
        let columns = table.columns + (table.columns.count..<count).map { _ in Table.Column("") }
        self.columns = columns
        let hasTargets = sample.contains { $0.url != nil || $0.message != nil }
        numberWidth = hasTargets ? "[\(first + table.rows.count - 1)] ".count : 0
        let cells = [columns.map(\.title)] + sample.map { Self.cells(of: $0, count: count) }
        func widest(_ measure: (String) -> Int) -> [Int] {
            columns.indices.map { column in
                cells.map { $0.indices.contains(column) ? measure($0[column]) : 0 }.max() ?? 0
            }
        }
        let room = width - numberWidth - Self.gap * max(count - 1, 0)
        let natural = widest(DisplayWidth.of)
        let isWide = natural.reduce(0, +) > room
        // A column needs room for its longest word, up to a third of the table; otherwise, fields are easier to read.
        let longest = max(room / 3, Self.leastWidth)
        let least = isWide ? widest { min(Wrapping.widestPiece(of: $0), longest) } : natural
        widths = Self.fit(natural, least: least, into: room)
    }

    private static func sample(of rows: Rows<Table.Row>) -> [Table.Row] {
        guard rows.count > sampleSize else { return Array(rows) }
        let half = sampleSize / 2
        let step = Double(rows.count - 1 - half) / Double(half - 1)
        return Array(rows.prefix(half)) + (0..<half).map { rows[half + Int((Double($0) * step).rounded())] }
    }

    /// Returns the cells of a row for a number of columns; surplus cells are appended to the last column's cell.
    static func cells(of row: Table.Row, count: Int) -> [String] {
        guard count > 0, row.cells.count > count else { return Array(row.cells.prefix(count)) }
        return Array(row.cells.prefix(count - 1)) + [row.cells.dropFirst(count - 1).joined(separator: " ")]
    }

    /// Returns column widths that fit into `room`; `nil` if even the minimum widths do not fit.
    ///
    /// The widest columns are reduced to a common width; all narrower columns keep their natural width.
    ///
    /// - Parameter least: the minimum width of each column; by default its natural width, but at most `leastWidth`.
    public static func fit(_ natural: [Int], least: [Int]? = nil, into room: Int) -> [Int]? {
        let least = least ?? natural.map { min($0, leastWidth) }
        for cap in stride(from: min(natural.max() ?? 0, max(room, 0)), through: 0, by: -1) {
            let widths = zip(natural, least).map { max(min($0, cap), $1) }
            if widths.reduce(0, +) <= room { return widths }
        }
        return nil
    }
}
