import Synchronization

/// What a line of the shell asked for: it runs in front of the prompt until it ends or its page waits for a person, and
/// then goes on behind the prompt.
final class ShellRequest: Sendable {
    typealias Outcome = Result<ExitCode, Failure>

    /// The request that the current task runs.
    @TaskLocal static var current: ShellRequest?

    private struct State {
        var outcome: Outcome?
        var isWaiting = false
        var isCancelled = false
        /// Whether the prompt comes back before it has ended.
        var isLeftBehind = false
        var task: Task<Void, Never>?
        var watcher: UnsafeContinuation<Void, Never>?

        var isSettled: Bool { outcome != nil || isLeftBehind || isWaiting && !isCancelled }
    }

    /// The line of the script that asked, if it was one.
    let line: Int?
    /// Where the person answers what the request asks.
    let input: ShellInput?
    private let state = Mutex(State())

    init(line: Int?, input: ShellInput? = nil) {
        self.line = line
        self.input = input
    }

    /// The outcome, once there is one.
    var outcome: Outcome? { state.withLock(\.outcome) }

    /// Whether the prompt may come back.
    var isSettled: Bool { state.withLock(\.isSettled) }

    /// Begins to run in a task of its own.
    func run(_ body: @escaping @Sendable () async throws(Failure) -> ExitCode) {
        let task = Task {
            await Self.$current.withValue(self) {
                do throws(Failure) {
                    end(.success(try await body()))
                } catch {
                    end(.failure(error))
                }
            }
        }
        state.withLock { $0.task = task }
    }

    /// Says whether a page of the request waits for a person.
    func setWaiting(_ isWaiting: Bool) { change { $0.isWaiting = isWaiting } }

    /// Cancels it, and leaves it behind where it was cancelled before and goes on all the same.
    func interrupt() {
        change { state in
            if state.isCancelled { state.isLeftBehind = true }
            state.isCancelled = true
        }
        state.withLock(\.task)?.cancel()
    }

    /// Waits until the request has ended, its page waits for a person, or it is left behind. Cancelling the task that waits
    /// cancels the request.
    func settle() async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let isSettled = state.withLock { state in
                    if !state.isSettled { state.watcher = continuation }
                    return state.isSettled
                }
                if isSettled { continuation.resume() }
            }
        } onCancel: {
            interrupt()
        }
    }

    private func end(_ outcome: Outcome) { change { $0.outcome = outcome } }

    private func change(_ body: (inout State) -> Void) {
        let watcher = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            body(&state)
            return state.isSettled ? state.watcher.take() : nil
        }
        watcher?.resume()
    }
}
