/// Which pattern of an index matched, and what its parameters are.
struct PatternMatch: Sendable, Equatable {
    /// The pattern's number in its index.
    let number: Int
    /// The names of the pattern's parameters, in order.
    let names: [String]
    /// The decoded values, in the same order.
    let values: [String]
}
