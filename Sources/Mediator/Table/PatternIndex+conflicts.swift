extension PatternIndex {
    /// Every pair of patterns between which no rule decides for some URL, by their places in the array.
    ///
    /// Patterns of different priorities are decided. Only pairs with a new pattern, from `start` on, are looked for.
    public static func conflicts(_ patterns: [IndexedPattern], from start: Int = 0) -> [PatternConflict] {
        var builder = TrieBuilder()
        var grouped: [Int] = []
        var conflicts: [PatternConflict] = []
        for (number, indexed) in patterns.enumerated() {
            let hasGroups = indexed.pattern.hasGroups
            if number >= start {
                let suspects = hasGroups ? Array(0..<number) : builder.undecided(indexed.pattern) + grouped
                conflicts += suspects.filter { isUndecided(patterns[$0], indexed) }.map {
                    PatternConflict(pattern: number, other: $0)
                }
            }
            builder.insert(indexed.pattern, number: number)
            if hasGroups { grouped.append(number) }
        }
        return conflicts
    }

    private static func isUndecided(_ first: IndexedPattern, _ second: IndexedPattern) -> Bool {
        first.priority == second.priority && PatternOverlap.isUndecided(first.pattern, second.pattern)
    }
}

/// Two patterns between which no rule decides, by their places in the index.
@_spi(Host) public struct PatternConflict: Sendable, Equatable {
    /// The later of the two.
    public let pattern: Int
    /// The earlier of the two.
    public let other: Int
}
