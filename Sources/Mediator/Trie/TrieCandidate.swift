/// A pattern that matches a path, and how: what is needed to order candidates and to read parameters.
struct TrieCandidate {
    /// The pattern's number.
    let number: Int
    /// How specific the pattern is for each segment; a wildcard counts once.
    let ranks: [Specificity]
    /// The decoded values of the parameters, in order.
    let values: [String]
    /// The names for the values where optional groups decide which there are.
    var names: [String]?

    /// Whether this one goes before another of the same priority: at the first segment in which they differ it is more
    /// specific, or it goes on where the other has ended.
    func precedes(_ other: TrieCandidate) -> Bool {
        for (rank, otherRank) in zip(ranks, other.ranks) where rank != otherRank { return rank > otherRank }
        // Of an exact end and an empty wildcard, the end is the more specific.
        return ranks.count < other.ranks.count
    }
}
