/// A token for the use of a module or of a page. The token calls a closure when its last holder releases the token.
///
/// Each registry that contains a module holds the module's lease. A request holds its registry, and therefore also the
/// lease. An open page holds the page's lease.
@_spi(Host) public final class Lease: Sendable {
    /// The module's name.
    public let owner: String
    private let onEnd: @Sendable () -> Void

    /// Creates a lease; `onEnd` is called when the last holder releases the lease.
    public init(owner: String, onEnd: @escaping @Sendable () -> Void) {
        self.owner = owner
        self.onEnd = onEnd
    }

    deinit { onEnd() }
}
