/// An object that reports, when it is deallocated, that nothing holds a part of a module any more: not the newest
/// registry, not a request that began on an older one, and not an open page.
@_spi(Host) public final class Lease: Sendable {
    /// The module's name.
    public let owner: String
    private let onEnd: @Sendable () -> Void

    /// Creates a lease that lasts until its last holder releases it.
    public init(owner: String, onEnd: @escaping @Sendable () -> Void) {
        self.owner = owner
        self.onEnd = onEnd
    }

    deinit { onEnd() }
}
