/// Says when nobody holds something of a module any more: neither the newest registry, nor a request that began on an older
/// one, nor a page that is open.
@_spi(Host) public final class Lease: Sendable {
    /// The module's name.
    public let owner: String
    private let onEnd: @Sendable () -> Void

    /// Begins with whoever holds it.
    public init(owner: String, onEnd: @escaping @Sendable () -> Void) {
        self.owner = owner
        self.onEnd = onEnd
    }

    deinit { onEnd() }
}
