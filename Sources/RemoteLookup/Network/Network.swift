import Synchronization

/// What all questions of the process share, whichever service they are for: the transport, the slots, and a breaker for
/// each origin.
final class Network: Sendable {
    /// How many questions are on their way at once.
    static let slotCount = 8

    /// The one of the process.
    static let shared = Network(transport: CurlTransport(), timing: .system)

    let transport: any Transport
    let timing: Timing
    let slots: Slots
    private let breakers = Mutex<[String: Breaker]>([:])

    init(transport: any Transport, timing: Timing) {
        self.transport = transport
        self.timing = timing
        slots = Slots(Self.slotCount, deadlines: Deadlines(timing))
    }

    /// The breaker of an origin as it is now.
    func breaker(of origin: String) -> Breaker { breakers.withLock { $0[origin] ?? Breaker() } }

    /// Changes the breaker of an origin.
    func withBreaker<Result>(of origin: String, _ change: (inout Breaker, Duration) -> Result) -> Result {
        let time = timing.uptime()
        return breakers.withLock { change(&$0[origin, default: Breaker()], time) }
    }
}
