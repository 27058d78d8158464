@_spi(Host) import ModuleKit

/// Rows of text in columns. Each column is as wide as its widest cell, or narrower if the window has too little room.
struct TextTable {
    /// The width up to which a cell is not wrapped, even in a narrow window. Longer paths and hashes may be shortened
    /// to this width.
    private static let shortWidth = 20
    /// In a window of at most this width, columns that are placed below other columns are not indented.
    private static let narrowWidth = 30

    private var rows: [[String]]
    /// The title of the column with paths.
    private var paths: String?

    init(_ header: String..., paths: String? = nil) { (rows, self.paths) = ([header], paths) }

    init(header: [String]) { rows = [header] }

    /// Whether there are no rows below the header.
    var isEmpty: Bool { rows.count == 1 }

    mutating func add(_ cells: String...) { add(cells) }

    /// Adds a row; columns without a cell stay empty.
    mutating func add(_ cells: [String]) {
        let missing = max(rows[0].count - cells.count, 0)
        rows.append(cells.map { PlainText.line($0) } + Array(repeating: "", count: missing))
    }

    /// The table's lines, with two spaces between the columns and none at the end.
    var lines: [String] {
        let widths = rows[0].indices.map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return rows.map { Self.line($0, widths) }
    }

    /// Returns the lines for a window, without empty columns. Columns that would not fit without breaking words are
    /// placed below the other columns.
    func lines(width: Int?) -> [String] {
        guard let width else { return lines }
        let columns = rows[0].indices.filter { column in
            rows.count == 1 || rows.dropFirst().contains { !["", "-", "–"].contains($0[column]) }
        }
        return Array(lines(of: columns[...], width).joined())
    }

    /// Returns the lines of each row for some columns.
    private func lines(of columns: ArraySlice<Int>, _ width: Int) -> [[String]] {
        let natural = columns.map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        let isNarrow = natural.reduce(0, +) + TableLayout.gap * (natural.count - 1) > width
        let least = isNarrow ? columns.map { leastWidth(of: $0, in: width) } : natural
        var count = least.count
        while count > 1, least.prefix(count).reduce(0, +) + TableLayout.gap * (count - 1) > width { count -= 1 }
        guard count > 0 else { return rows.map { _ in [] } }
        let room = width - TableLayout.gap * (count - 1)
        let (wanted, needed) = (Array(natural.prefix(count)), Array(least.prefix(count)))
        let widths = TableLayout.fit(wanted, least: needed, into: room) ?? []
        let indent = width > Self.narrowWidth ? String(repeating: " ", count: TableLayout.gap) : ""
        return zip(rows, lines(of: columns.dropFirst(count), width - indent.count)).map { row, below in
            let cells = zip(columns, widths).map { column, width in
                Wrapping.lines(shortened(row[column], in: column, to: width), width: width)
            }
            let lines = (0..<(cells.map(\.count).max() ?? 0)).map { line in
                Self.line(cells.map { $0.indices.contains(line) ? $0[line] : "" }, widths)
            }
            return (lines + below.map { indent + $0 }).filter { $0.contains { $0 != " " } }
        }
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: max(width - DisplayWidth.of(cell), 0))
        }
        let line = padded.joined(separator: "  ")
        return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    }

    /// Returns the least width of a column. At this width, words do not break, and cells that are short or narrower
    /// than a third of the window are not wrapped.
    private func leastWidth(of column: Int, in window: Int) -> Int {
        let few = max(window / 3, Self.shortWidth)
        let cells = rows.map { shortened($0[column], in: column, to: Self.shortWidth) }
        return min(cells.map { max(Wrapping.widestPiece(of: $0), min(DisplayWidth.of($0), few)) }.max() ?? 0, window)
    }

    /// Returns a cell. A path that is wider than the column keeps only its end, and a hash keeps only its beginning.
    private func shortened(_ cell: String, in column: Int, to width: Int) -> String {
        guard DisplayWidth.of(cell) > width else { return cell }
        let words = cell.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
            guard DisplayWidth.of(word) > width else { return String(word) }
            if word.utf8.count >= 32, word.allSatisfy(\.isHexDigit) { return word.prefix(width - 1) + "…" }
            guard rows[0][column] == paths, word.contains("/") else { return String(word) }
            var end = word.dropFirst()
            while DisplayWidth.of(end) >= width { end.removeFirst() }
            return "…" + end[(end.firstIndex(of: "/") ?? end.startIndex)...]
        }
        return words.joined(separator: " ")
    }
}
