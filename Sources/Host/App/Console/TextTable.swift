@_spi(Host) import ModuleKit

/// Rows of text in columns that are as wide as their widest cell.
struct TextTable {
    private var rows: [[String]]

    init(_ header: String...) { self.init(header: header) }

    init(header: [String]) { rows = [header] }

    mutating func add(_ cells: String...) { add(cells) }

    /// Adds a row; columns without a cell stay empty.
    mutating func add(_ cells: [String]) {
        let missing = max(rows[0].count - cells.count, 0)
        rows.append(cells.map { PlainText.line($0) } + Array(repeating: "", count: missing))
    }

    /// The table's lines, with two spaces between the columns and none at the end.
    var lines: [String] {
        let widths = rows[0].indices.map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - DisplayWidth.of(cell))
            }
            let line = cells.joined(separator: "  ")
            return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
        }
    }
}
