/// The number of single-byte insertions, deletions and replacements between two texts (Levenshtein, 1966).
@_spi(Host) public enum EditDistance {
    /// Returns the distance of two texts.
    ///
    /// - Complexity: the product of the lengths in time, and the second length in space.
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

    /// Returns the text nearest to a mistyped one in any letter case, if one is near: at most a third of it, rounded up, is
    /// to be edited.
    public static func nearest(to text: String, among texts: some Sequence<String>) -> String? {
        let text = text.lowercased()
        // A text of one letter is near to no other letter.
        let limit = min((text.utf8.count + 2) / 3, text.utf8.count - 1)
        // Texts of very different length are never near, and comparing them may take long.
        let ranked = texts.filter { abs($0.utf8.count - text.utf8.count) <= limit }
            .map { (distance: between($0.lowercased(), text), text: $0) }
        let best = ranked.min { ($0.distance, $0.text) < ($1.distance, $1.text) }
        return best.flatMap { $0.distance <= limit ? $0.text : nil }
    }
}
