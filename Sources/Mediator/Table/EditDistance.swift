/// The number of single-byte insertions, deletions and replacements between two texts (Levenshtein, 1966).
enum EditDistance {
    /// Costs the product of the lengths in time and the second length in space.
    static func between(_ first: String, _ second: String) -> Int {
        let columns = Array(second.utf8)
        var row = Array(0...columns.count)
        for (line, byte) in first.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in columns.enumerated() {
                let replaced = diagonal + (byte == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[columns.count]
    }
}
