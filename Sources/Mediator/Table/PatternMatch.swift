/// Which pattern of an index matched, and what its parameters are.
@_spi(Host) public struct PatternMatch: Sendable, Equatable {
    /// The pattern's number in its index.
    public let number: Int
    /// The parameters of the path with their decoded values, in order.
    public let parameters: [QueryItem]
    /// How specific the pattern is for each segment; empty where nobody asked for more than the best.
    var ranks: [Specificity] = []

    /// The names of the parameters, in order.
    public var names: [String] { parameters.map(\.name) }
    /// The decoded values, in the same order.
    public var values: [String] { parameters.map(\.value) }
}
