/// Says when nobody holds a registration any more: neither the newest registry, nor a request that began on an older one.
@_spi(Host) public final class Lease: Sendable {
    private let onEnd: @Sendable () -> Void

    /// Begins with whoever holds it.
    public init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    deinit { onEnd() }
}
