/// Which pattern of an index matched, and what its parameters are.
@_spi(Host) public struct PatternMatch: Sendable, Equatable {
    /// The pattern's number in its index.
    public let number: Int
    /// The names of the pattern's parameters, in order.
    public let names: [String]
    /// The decoded values, in the same order.
    public let values: [String]
    /// How specific the pattern is for each segment; empty where nobody asked for more than the best.
    var ranks: [Specificity] = []
}
