import Synchronization

/// The asks of this side that wait for an answer, within the limits of the protocol.
final class OpenAsks: Sendable {
    private struct State {
        var waiters: [UInt64: (waiter: Waiter, size: Int)] = [:]
        var size = 0
        /// The error of all asks after the end of the connection.
        var failure: (any Error)?
    }

    private let state = Mutex(State())
    private let lastNumber: Atomic<UInt64>

    /// - Parameter number: the number after which the numbers of asks begin.
    init(after number: UInt64) { lastNumber = Atomic(number) }

    var nextNumber: UInt64 { lastNumber.add(1, ordering: .relaxed).newValue }

    var count: Int { state.withLock { $0.waiters.count } }

    /// The waiter of an ask; `nil` if the ask has its answer.
    subscript(_ number: UInt64) -> Waiter? { state.withLock { $0.waiters[number]?.waiter } }

    /// Adds an ask with the size of its frame. Throws if the ask would exceed a limit, because the other side would
    /// then end the connection.
    func add(_ number: UInt64, _ waiter: Waiter, size: Int) throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            guard state.waiters.count < WireProtocol.openLimit, state.size + size <= WireProtocol.openBytes
            else { throw PeerError.busy }
            state.waiters[number] = (waiter, size)
            state.size += size
        }
    }

    /// Gives an ask its answer, unless it has one.
    func end(_ number: UInt64, _ result: Result<FrameDecoder, any Error>) {
        let ended = state.withLock { state in
            let ended = state.waiters.removeValue(forKey: number)
            state.size -= ended?.size ?? 0
            return ended
        }
        ended?.waiter.give(result)
    }

    /// Fails all asks, and all later asks unless the connection `goesOn`.
    func failAll(_ reason: any Error, goesOn: Bool = false) {
        let failed = state.withLock { state in
            if !goesOn { state.failure = reason }
            defer { (state.waiters, state.size) = ([:], 0) }
            return state.waiters.values
        }
        for (waiter, _) in failed { waiter.give(.failure(reason)) }
    }
}
