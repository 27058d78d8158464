/// The shapes of a pattern's forms, as hashes.
///
/// Two patterns in conflict have a shape in common, so that only such patterns need a comparison.
struct PatternShapes {
    /// The greatest number of patterns that a pattern may share a shape with: no set of patterns makes the search for conflicts
    /// quadratic.
    static let limit = 64

    /// The hashes, each once; `nil` if the pattern has too many forms.
    let hashes: Set<Int>?

    /// Creates the shapes of a pattern with its priority, because different priorities never conflict.
    init(_ indexed: IndexedPattern) {
        var start = Hasher()
        start.combine(indexed.priority)
        start.combine(indexed.pattern.scheme)
        start.combine(indexed.pattern.host)
        hashes = indexed.pattern.forms.map { forms in
            Set(
                forms.map { form in
                    var hasher = start
                    for element in form {
                        hasher.combine(Specificity(element))
                        if case .literal(let text) = element { hasher.combine(text) }
                    }
                    return hasher.finalize()
                })
        }
    }
}

/// The pattern that is in the way of another one.
struct PatternClash {
    /// The number of the first pattern without a rule for the order of the two; `nil` if there are too many shapes.
    let other: Int?
}

/// A table of patterns by their shapes, which finds what is in the way of another pattern.
struct ShapeTable: Sendable {
    private struct Link {
        let hash: Int
        let number: Int32
        /// The previous link with an equal hash, or -1.
        let previous: Int32
    }

    private var links: [Link] = []
    /// The last link of each hash.
    private var last: [Int: Int32] = [:]

    /// Adds a pattern with its number.
    mutating func insert(_ shapes: PatternShapes, _ number: Int) {
        for hash in shapes.hashes ?? [] { insert(hash, number) }
    }

    private mutating func insert(_ hash: Int, _ number: Int) {
        let previous = last.updateValue(Int32(links.count), forKey: hash) ?? -1
        links.append(Link(hash: hash, number: Int32(number), previous: previous))
    }

    /// Returns what is in the way of a pattern, or `nil`.
    ///
    /// - Parameter indexed: returns the pattern of a number, or `nil` for one that does not count.
    func clash(with pattern: IndexedPattern, among indexed: (Int) -> IndexedPattern?) -> PatternClash? {
        clash(with: pattern, PatternShapes(pattern), among: indexed)
    }

    private func clash(
        with pattern: IndexedPattern, _ shapes: PatternShapes, among indexed: (Int) -> IndexedPattern?
    ) -> PatternClash? {
        guard let hashes = shapes.hashes else { return PatternClash(other: nil) }
        var patterns: [Int: IndexedPattern] = [:]
        for hash in hashes {
            var next = last[hash] ?? -1
            while next >= 0 {
                let link = links[Int(next)]
                patterns[Int(link.number)] = indexed(Int(link.number))
                if patterns.count > PatternShapes.limit { return PatternClash(other: nil) }
                next = link.previous
            }
        }
        return patterns.sorted { $0.key < $1.key }.first { PatternIndex.isUndecided($0.value, pattern) }
            .map { PatternClash(other: $0.key) }
    }

    /// Adds a pattern of an array unless an earlier one is in its way, and returns that.
    ///
    /// - Parameter counts: whether an earlier pattern counts.
    mutating func add(
        _ number: Int, of patterns: [IndexedPattern], where counts: (Int) -> Bool = { _ in true }
    ) -> PatternClash? {
        let shapes = PatternShapes(patterns[number])
        let clash = clash(with: patterns[number], shapes) { counts($0) ? patterns[$0] : nil }
        if clash == nil { insert(shapes, number) }
        return clash
    }
}
