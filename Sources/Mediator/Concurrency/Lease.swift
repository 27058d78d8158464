/// A token that shows that a module or one of its pages is in use; calls a closure when its last holder releases it.
///
/// Each registry that contains a module holds the module's lease. A request holds its registry, and therefore also the
/// lease. An open page holds the page's lease.
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
