/// A pattern of an index, with its priority: the higher one goes first, whatever is more specific.
@_spi(Host) public struct IndexedPattern: Sendable {
    /// The pattern.
    public let pattern: RoutePattern
    /// 0 unless a route says otherwise.
    public let priority: Int

    /// A pattern with a priority.
    public init(_ pattern: RoutePattern, priority: Int = 0) {
        self.pattern = pattern
        self.priority = priority
    }
}
