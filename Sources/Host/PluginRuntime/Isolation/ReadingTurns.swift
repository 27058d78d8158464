import Dispatch
import Synchronization

/// Whether the thread of a connection reads, or that of the one ask that is under way.
///
/// After an answer with which nothing is under way any more, the connection's thread pauses for a moment: the next ask, if it
/// comes by then, reads its answer itself.
final class ReadingTurns: Sendable {
    private enum Turn {
        case connection
        /// The thread of the connection pauses.
        case none
        case ask
    }

    private struct State {
        var turn = Turn.connection
        /// Whether an ask has read since the thread of the connection looked.
        var hasRead = false
    }

    /// How many microseconds an ask reads itself: it holds a thread that other tasks may need.
    static let limit = 1_000
    /// How long it reads what is not for it.
    static let rest = Duration.milliseconds(1)
    private static let pause = DispatchTimeInterval.milliseconds(1)

    private let state = Mutex(State())
    private let isNeeded = DispatchSemaphore(value: 0)

    /// Takes the turn for an ask, if it is free.
    func begin() -> Bool {
        state.withLock { state in
            guard case .none = state.turn else { return false }
            (state.turn, state.hasRead) = (.ask, true)
            return true
        }
    }

    /// Ends the turn of an ask.
    ///
    /// - Parameter isQuiet: whether nothing is under way; otherwise the thread of the connection reads on.
    func end(isQuiet: Bool) {
        state.withLock { $0.turn = .none }
        if !isQuiet { isNeeded.signal() }
    }

    /// Offers the turn of the connection's thread to the next ask.
    func offer() {
        state.withLock { state in
            if case .connection = state.turn { state = State(turn: .none, hasRead: false) }
        }
    }

    /// Pauses on the thread of the connection, if its turn was offered and as long as asks read themselves.
    func pause() {
        if state.withLock({ if case .connection = $0.turn { true } else { false } }) { return }
        while true {
            let isAsked = isNeeded.wait(timeout: .now() + Self.pause) == .success
            let isOver = state.withLock { state in
                if case .ask = state.turn { return false }
                if !isAsked, state.hasRead {
                    state.hasRead = false
                    return false
                }
                state.turn = .connection
                return true
            }
            if isOver { return }
        }
    }
}
