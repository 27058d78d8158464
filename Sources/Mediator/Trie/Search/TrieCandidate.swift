/// A pattern that matches a path, and how: what is needed to order candidates and to read parameters.
struct TrieCandidate {
    /// A parameter's value, by the places of its bytes, and which of the pattern's names is its own.
    struct Capture {
        let start: Int
        let end: Int
        let name: Int
    }

    /// The pattern's number.
    let number: Int
    let priority: Int64
    /// How specific the pattern is for each segment; a wildcard counts once.
    let ranks: [Specificity]
    let captures: [Capture]

    /// Whether this one goes before another: it has the higher priority, or at the first segment in which they differ it
    /// is more specific, or it ends where the other goes on.
    func precedes(_ other: TrieCandidate) -> Bool {
        if priority != other.priority { return priority > other.priority }
        for (rank, otherRank) in zip(ranks, other.ranks) where rank != otherRank { return rank > otherRank }
        // Of an exact end and an empty wildcard, the end is the more specific.
        return ranks.count < other.ranks.count
    }
}
