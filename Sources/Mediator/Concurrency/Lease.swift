/// An object whose end reports that no party holds a part of a module any more: neither the newest registry, nor a
/// request that began on an older one, nor an open page.
@_spi(Host) public final class Lease: Sendable {
    /// The module's name.
    public let owner: String
    private let onEnd: @Sendable () -> Void

    /// Creates a lease that lasts as long as its holders.
    public init(owner: String, onEnd: @escaping @Sendable () -> Void) {
        self.owner = owner
        self.onEnd = onEnd
    }

    deinit { onEnd() }
}
