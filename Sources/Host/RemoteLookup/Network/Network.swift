@_spi(Host) import ModuleKit
import Synchronization

/// The resources that all questions of the process share: slots, which limit simultaneous questions, and breakers.
///
/// Each origin (scheme, host and port) has its own slots and breaker, so that a slow service does not delay others.
final class Network: Sendable {
    /// The maximum number of simultaneous questions to an origin.
    static let slotCount = 8

    /// The network for all look-ups of the process.
    static let shared = Network(timing: .system)
    /// The network for calls to web services. It is separate because slow calls must not take slots from look-ups.
    static let calls = Network(timing: .system)

    let timing: Timing
    private let limits = Mutex<[String: ConnectionLimit]>([:])
    private let breakers = Mutex<[String: CircuitBreaker]>([:])

    init(timing: Timing) { self.timing = timing }

    func slots(of origin: String) -> ConnectionLimit {
        limits.withLock { limits in
            let limit = limits[origin] ?? ConnectionLimit(Self.slotCount)
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

/// A limit for the number of simultaneous tasks; further tasks wait in the order of their arrival.
final class ConnectionLimit: Sendable {
    private let state: Mutex<(free: Int, waiting: [Promise<TransportError?>])>

    init(_ count: Int) { state = Mutex((count, [])) }

    var isFull: Bool { state.withLock { $0.free == 0 } }

    /// Waits a limited time for a slot, and occupies the slot while the closure runs.
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

    /// Gives the slot to the next task that still waits for one. If no task waits, the slot becomes free.
    private func leave() {
        while let next = takeNext(), !next.fulfill(nil) {}
    }

    private func takeNext() -> Promise<TransportError?>? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
    }
}
