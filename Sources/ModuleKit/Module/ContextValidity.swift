import Synchronization

/// Whether a module may still ask for anything: not any more once it was stopped, or did not start.
@_spi(Host) public final class ContextValidity: Sendable {
    private let over = Atomic(false)

    /// Begins.
    public init() {}

    /// Whether the module has left.
    public var isOver: Bool { over.load(ordering: .relaxed) }

    /// Ends it for good; what was asked for before goes on.
    public func end() { over.store(true, ordering: .relaxed) }
}
