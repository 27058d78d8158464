import Dispatch
import Synchronization

/// The turns of reading between the thread of a connection and that of the only ask under way.
///
/// After an answer that leaves no ask under way, the connection's thread pauses for a moment: if the next ask comes in
/// that time, its own thread reads its answer.
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

    /// The longest time for which an ask reads, in microseconds: it holds a thread that other tasks may need.
    static let limit = 1_000
    /// The longest time for which an ask reads frames of others.
    static let rest = Duration.milliseconds(1)
    private static let pause = DispatchTimeInterval.milliseconds(1)

    private let state = Mutex(State())
    private let isNeeded = DispatchSemaphore(value: 0)

    /// Takes the turn for an ask, if it is free, and returns whether it did.
    func begin() -> Bool {
        state.withLock { state in
            guard case .none = state.turn else { return false }
            (state.turn, state.hasRead) = (.ask, true)
            return true
        }
    }

    /// Ends the turn of an ask; unless no ask is under way (`isQuiet`), the connection's thread reads on.
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

    /// Pauses on the thread of the connection, if its turn was offered, until asks do not read any more.
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
