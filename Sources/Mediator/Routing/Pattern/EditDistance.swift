/// A measure of how much two texts differ: the number of inserted, deleted, replaced and swapped bytes.
///
/// It is the optimal string alignment distance (Damerau, 1964): no byte is edited twice.
@_spi(Host) public enum EditDistance {
    /// Returns the distance of two texts.
    ///
    /// - Complexity: in time, the product of the lengths in bytes; in space, the length of the second text.
    static func between(_ first: String, _ second: String) -> Int {
        let (lines, columns) = (Array(first.utf8), Array(second.utf8))
        var (before, row, next) = (Array(0...columns.count), Array(0...columns.count), Array(0...columns.count))
        for line in lines.indices {
            next[0] = line + 1
            for column in columns.indices {
                let replaced = row[column] + (lines[line] == columns[column] ? 0 : 1)
                var least = min(replaced, row[column + 1] + 1, next[column] + 1)
                if line > 0, column > 0, lines[line] == columns[column - 1], lines[line - 1] == columns[column] {
                    least = min(least, before[column - 1] + 1)
                }
                next[column + 1] = least
            }
            (before, row, next) = (row, next, before)
        }
        return row[columns.count]
    }

    /// Returns the text nearest to a mistyped text, ignoring case; `nil` if each text needs more edits than a third
    /// (rounded) of the mistyped text's bytes.
    public static func nearest(to text: String, among texts: some Sequence<String>) -> String? {
        let text = text.lowercased()
        // A single letter is never near to another letter.
        let limit = min((text.utf8.count + 1) / 3, text.utf8.count - 1)
        // Texts of very different lengths are never near, and comparing them may take long.
        let ranked = texts.filter { abs($0.utf8.count - text.utf8.count) <= limit }
            .map { (distance: between($0.lowercased(), text), text: $0) }
        let best = ranked.min { ($0.distance, $0.text) < ($1.distance, $1.text) }
        return best.flatMap { $0.distance <= limit ? $0.text : nil }
    }
}
