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

    /// The text that is nearest to a mistyped one, where one is near: a third of it is to be edited at most.
    static func nearest(to text: String, among texts: some Sequence<String>) -> String? {
        let ranked = texts.map { (distance: between($0, text), text: $0) }
        let best = ranked.min { ($0.distance, $0.text) < ($1.distance, $1.text) }
        return best.flatMap { $0.distance <= max(text.utf8.count, 3) / 3 ? $0.text : nil }
    }
}
