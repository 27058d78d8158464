/// A table with a heading line; all columns except the first contain numbers and are aligned to the right.
package struct TextTable {
    /// The format of a table.
    package enum Style {
        case terminal
        case markdown
    }

    private let title: String
    private let rows: [[String]]

    package init(_ title: String, heading: [String], rows: [[String]]) {
        self.title = title
        self.rows = [heading] + rows
    }

    package func text(_ style: Style) -> String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in line(row.indices.map { cell(row, $0, widths[$0]) }, style) }
        let rule = widths.enumerated().map { column, width in
            String(repeating: "-", count: width - (style == .markdown && column > 0 ? 1 : 0))
                + (style == .markdown && column > 0 ? ":" : "")
        }
        lines.insert(line(rule, style), at: 1)
        let heading = style == .markdown ? "### \(title)" : title.uppercased()
        return ([heading, ""] + lines).joined(separator: "\n") + "\n"
    }

    private func cell(_ row: [String], _ column: Int, _ width: Int) -> String {
        let space = String(repeating: " ", count: width - row[column].count)
        return column == 0 ? row[column] + space : space + row[column]
    }

    private func line(_ cells: [String], _ style: Style) -> String {
        switch style {
        case .terminal: cells.joined(separator: "  ")
        case .markdown: "| " + cells.joined(separator: " | ") + " |"
        }
    }
}
