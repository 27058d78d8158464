/// A token that shows that a module or one of its pages is in use; calls a closure when its last holder releases it.
///
/// A module's lease is held by each registry with the module, and so also by each request that began on such a
/// registry. A page's lease is held by the open page.
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
