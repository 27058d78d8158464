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
        var watcher: UnsafeContinuation<Void, Never>?
    }

    /// The line of the script that asked, if it was one.
    let line: Int?
    private let state = Mutex(State())

    init(line: Int?) { self.line = line }

    /// The outcome, once there is one.
    var outcome: Outcome? { state.withLock(\.outcome) }

    /// Says whether a page of the request waits for a person.
    func setWaiting(_ isWaiting: Bool) { change { $0.isWaiting = isWaiting } }

    /// Gives the request its outcome.
    func end(_ outcome: Outcome) { change { $0.outcome = outcome } }

    /// Waits until the request has ended, or its page waits for a person.
    func settle() async {
        await withUnsafeContinuation { continuation in
            let isSettled = state.withLock { state in
                let isSettled = state.outcome != nil || state.isWaiting
                if !isSettled { state.watcher = continuation }
                return isSettled
            }
            if isSettled { continuation.resume() }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let watcher = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            body(&state)
            guard state.outcome != nil || state.isWaiting else { return nil }
            defer { state.watcher = nil }
            return state.watcher
        }
        watcher?.resume()
    }
}
