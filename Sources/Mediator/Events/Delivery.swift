/// What became of a published event.
public struct Delivery: Sendable {
    /// A subscriber that was told and failed.
    public struct Failure: Sendable {
        /// The subscriber's module.
        public let module: String
        /// What its handler threw, a `PayloadError` where the value does not fit its type, or an `EventError`.
        public let reason: any Error
    }

    /// The name of the event.
    public let event: String
    /// How many subscribers were told, those that failed among them; 0 where nobody listens.
    public internal(set) var count = 0
    /// Who failed, in the order in which they were told.
    public internal(set) var failures: [Failure] = []

    /// A delivery to nobody yet.
    @_spi(Host) public init(event: String) { self.event = event }
}
