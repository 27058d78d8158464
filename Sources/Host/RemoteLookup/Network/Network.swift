@_spi(Host) import ModuleKit
import Synchronization

/// The resources that all questions of the process share: the transport for all services, and the slots and a breaker for
/// each origin, so that a slow service holds up no other.
final class Network: Sendable {
    /// The maximum number of simultaneous questions to an origin.
    static let slotCount = 8

    /// The network of the process for look-ups.
    static let shared = Network(transport: CurlTransport(), timing: .system)
    /// The network for calls to web services, so that slow ones take no slot from look-ups.
    static let calls = Network(transport: CurlTransport(), timing: .system)

    let transport: any Transport
    let timing: Timing
    private let limits = Mutex<[String: ConnectionLimit]>([:])
    private let breakers = Mutex<[String: CircuitBreaker]>([:])

    init(transport: any Transport, timing: Timing) {
        self.transport = transport
        self.timing = timing
    }

    func slots(of origin: String) -> ConnectionLimit {
        limits.withLock { limits in
            if let limit = limits[origin] { return limit }
            let limit = ConnectionLimit(Self.slotCount)
            limits[origin] = limit
            return limit
        }
    }

    func breaker(of origin: String) -> CircuitBreaker { breakers.withLock { $0[origin] ?? CircuitBreaker() } }

    func withBreaker<Result>(of origin: String, _ change: (inout CircuitBreaker, Duration) -> Result) -> Result {
        let time = timing.uptime()
        return breakers.withLock { change(&$0[origin, default: CircuitBreaker()], time) }
    }
}

/// A limit for the number of simultaneous tasks; the others wait in the order of their arrival.
final class ConnectionLimit: Sendable {
    private struct State {
        var free: Int
        var waiting: [Promise<TransportError?>] = []

        /// Returns the waiter that takes a free slot; without a waiter, the slot stays free.
        mutating func next() -> Promise<TransportError?>? {
            guard waiting.isEmpty else { return waiting.removeFirst() }
            free += 1
            return nil
        }
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Whether the next task would have to wait.
    var isFull: Bool { state.withLock { $0.free == 0 } }

    /// Waits for a slot for a limited time, and runs the closure with it.
    func run<Result: Sendable>(
        within time: Duration, _ body: () async -> Result
    ) async throws(TransportError) -> Result {
        if let error = await enter(within: time) { throw error }
        defer { leave() }
        return await body()
    }

    private func enter(within time: Duration) async -> TransportError? {
        guard !Task.isCancelled else { return .cancelled }
        let turn = Promise<TransportError?>()
        let isIn = state.withLock { state in
            guard state.free == 0 else {
                state.free -= 1
                return true
            }
            state.waiting.append(turn)
            return false
        }
        if isIn { return nil }
        turn.fulfill(.timedOut, after: time)
        return await withTaskCancellationHandler {
            await turn.wait()
        } onCancel: {
            turn.fulfill(.cancelled)
        }
    }

    /// Passes the slot to the next waiter that has not given up.
    private func leave() {
        while let next = state.withLock({ $0.next() }), !next.fulfill(nil) {}
    }
}
