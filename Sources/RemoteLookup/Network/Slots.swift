import Synchronization

/// Lets a number of tasks through at a time; the others wait in the order in which they came.
final class Slots: Sendable {
    private struct State {
        var free: Int
        var waiting: [Promise<QuestionError?>] = []

        /// Who has a slot that has become free, which is free for anybody where nobody waits.
        mutating func next() -> Promise<QuestionError?>? {
            guard waiting.isEmpty else { return waiting.removeFirst() }
            free += 1
            return nil
        }
    }

    private let deadlines: Deadlines
    private let state: Mutex<State>

    init(_ count: Int, deadlines: Deadlines) {
        state = Mutex(State(free: count))
        self.deadlines = deadlines
    }

    /// Whether the next one would have to wait.
    var isFull: Bool { state.withLock { $0.free == 0 } }

    /// Waits for a slot, but not longer than a time, and does something with it.
    func run<Result: Sendable>(
        within time: Duration, _ body: () async -> Result
    ) async throws(QuestionError) -> Result {
        if let error = await enter(within: time) { throw error }
        defer { leave() }
        return await body()
    }

    private func enter(within time: Duration) async -> QuestionError? {
        guard !Task.isCancelled else { return .cancelled }
        let turn = Promise<QuestionError?>()
        let isIn = state.withLock { state in
            guard state.free == 0 else {
                state.free -= 1
                return true
            }
            state.waiting.append(turn)
            return false
        }
        if isIn { return nil }
        let deadline = deadlines.add(after: time) { turn.keep(.timedOut) }
        defer { deadlines.remove(deadline) }
        return await withTaskCancellationHandler {
            await turn.value
        } onCancel: {
            turn.keep(.cancelled)
        }
    }

    /// Gives the slot to the next one that has not given up.
    private func leave() {
        while let next = state.withLock({ $0.next() }), !next.keep(nil) {}
    }
}
