import Synchronization

/// The asks of the other side on which this side works, within the limits of the protocol.
final class IncomingAsks: Sendable {
    private struct State {
        /// The asks, keyed by number. `task` is `nil` until the ask's task is recorded.
        var asks: [UInt64: (task: Task<Void, Never>?, isCancelled: Bool)] = [:]
        var size = 0
        /// The numbers of the last cancelled asks that are not in `asks`: they have ended, or were not read yet.
        var earlyCancels: [UInt64] = []
        /// Whether the connection has ended.
        var isOver = false
    }

    private static let earlyCancelLimit = 64

    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock(\.asks.isEmpty) }

    /// Adds an ask before its task is created.
    func begin(_ ask: Ask) throws(FrameError) {
        try state.withLock { (state) throws(FrameError) in
            guard state.asks[ask.number] == nil, state.asks.count < WireProtocol.openLimit,
                state.size + ask.fields.size <= WireProtocol.openBytes
            else { throw .malformed }
            state.size += ask.fields.size
            // Another thread may have read the cancellation before this thread has read the ask.
            let early = state.earlyCancels.firstIndex(of: ask.number).map { state.earlyCancels.remove(at: $0) }
            state.asks[ask.number] = (nil, isCancelled: early != nil)
        }
    }

    /// Records the task of an ask, and cancels it if the ask was cancelled before.
    func note(_ task: Task<Void, Never>, of ask: Ask) {
        let isCancelled = state.withLock { state in
            guard let isCancelled = state.asks[ask.number]?.isCancelled else { return false }
            state.asks[ask.number]?.task = task
            return isCancelled || state.isOver
        }
        if isCancelled { task.cancel() }
    }

    func end(_ ask: Ask) {
        state.withLock { state in
            state.asks[ask.number] = nil
            state.size -= ask.fields.size
        }
    }

    func cancel(_ number: UInt64) {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard let ask = state.asks[number] else {
                state.earlyCancels.append(number)
                if state.earlyCancels.count > Self.earlyCancelLimit { state.earlyCancels.removeFirst() }
                return nil
            }
            state.asks[number]?.isCancelled = true
            return ask.task
        }
        task?.cancel()
    }

    /// Cancels all asks at the end of the connection.
    func cancelAll() {
        let tasks = state.withLock { state in
            state.isOver = true
            return state.asks.values.compactMap(\.task)
        }
        for task in tasks { task.cancel() }
    }
}
