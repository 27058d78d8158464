import ModuleKit

extension PageRenderer {
    /// The head of a table and its rows, each looked at when it is shown.
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
        if let url = row.url { return numbers.add(.open(url: url)) }
        return row.signal.map { numbers.add(action(title, $0)) }
    }

    /// One row as lines: each cell wrapped in its column.
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

    /// A row where there is no room for columns: a field for each cell.
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
