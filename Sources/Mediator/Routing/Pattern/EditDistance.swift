/// A measure of how much two texts differ: the number of inserted, deleted, replaced and swapped bytes.
///
/// It is the optimal string alignment distance (Damerau, 1964): no byte is edited twice.
@_spi(Host) public enum EditDistance {
    /// Returns the distance of two texts.
    ///
    /// - Complexity: in time, the product of the lengths in bytes; in space, the length of the second text.
    static func between(_ first: String, _ second: String) -> Int {
        var (first, second) = (first, second)
        return first.withUTF8 { first in second.withUTF8 { between(first[...], $0[...]) } }
    }

    private static func between(
        _ first: Slice<UnsafeBufferPointer<UInt8>>, _ second: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Int {
        // No edit is needed in a common beginning or end.
        let beginning = zip(first, second).prefix { $0 == $1 }.count
        let (first, second) = (first.dropFirst(beginning), second.dropFirst(beginning))
        let end = zip(first.reversed(), second.reversed()).prefix { $0 == $1 }.count
        let (lines, columns) = (first.dropLast(end), second.dropLast(end))
        if lines.isEmpty || columns.isEmpty { return lines.count + columns.count }
        return between(lines: UnsafeBufferPointer(rebasing: lines), columns: UnsafeBufferPointer(rebasing: columns))
    }

    private static func between(lines: UnsafeBufferPointer<UInt8>, columns: UnsafeBufferPointer<UInt8>) -> Int {
        let width = columns.count + 1
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { rows in
            for column in 0..<width { rows[column] = column }
            // The beginnings of the rows for the last line but one, the last line and this line.
            var (before, row, next) = (2 * width, 0, width)
            for line in lines.indices {
                rows[next] = line + 1
                for column in columns.indices {
                    let replaced = rows[row + column] + (lines[line] == columns[column] ? 0 : 1)
                    var least = min(replaced, rows[row + column + 1] + 1, rows[next + column] + 1)
                    if line > 0, column > 0, lines[line] == columns[column - 1], lines[line - 1] == columns[column] {
                        least = min(least, rows[before + column - 1] + 1)
                    }
                    rows[next + column + 1] = least
                }
                (before, row, next) = (row, next, before)
            }
            return rows[row + columns.count]
        }
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
