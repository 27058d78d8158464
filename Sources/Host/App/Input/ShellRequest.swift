@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The work of one line of the shell. The work runs in the foreground until it ends or its page waits for the user.
/// After a page has waited, the work continues in the background.
final class ShellRequest: Sendable {
    typealias Outcome = Result<ExitCode, Failure>

    /// The request to which the current task belongs; `nil` outside a line of the shell.
    @TaskLocal static var current: ShellRequest?

    /// Whether the current task runs a line of the shell.
    static var isCurrent: Bool { current != nil }

    private struct State {
        var outcome: Outcome?
        var isWaiting = false
        var isCancelled = false
        /// Whether the shell no longer waits for the end of the request.
        var isAbandoned = false
        var task: Task<Void, Never>?
        /// The shell that waits until the prompt may return.
        var shell: UnsafeContinuation<Void, Never>?

        var isSettled: Bool { outcome != nil || isAbandoned || isWaiting && !isCancelled }
    }

    /// The line's number in a script; `nil` for other lines.
    let line: Int?
    /// The source of the user's answers.
    private let input: ShellInput?
    /// The executor whose thread runs the line.
    let executor: BlockingExecutor
    private let state = Mutex(State())

    init(line: Int?, input: ShellInput? = nil, on executor: BlockingExecutor) {
        self.line = line
        self.input = input
        self.executor = executor
    }

    /// The outcome; `nil` until the request ends.
    var outcome: Outcome? { state.withLock(\.outcome) }

    /// Whether the prompt may return.
    var isSettled: Bool { state.withLock(\.isSettled) }

    /// Runs the body of the request in a separate task.
    func run(_ body: @escaping @Sendable () async throws(Failure) -> ExitCode) {
        let task = Task(executorPreference: executor) {
            await Self.$current.withValue(self) { self.end(await Result(body)) }
        }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Asks the user whether a page may be left. Returns `nil` if so, and otherwise the reason why the page stays.
    func objection(to question: String) async -> String? {
        // A request in the background cannot ask, because the shell reads the next line as a command.
        guard !isSettled, let input, input.isConversation else { return Self.unattended(question) }
        switch await input.confirm(question) {
        case .line("yes"): return nil
        case .line: return "the page stays open, as you said; answer y to leave it"
        case .end, .failed, .interrupted: return "no answer; type y to leave the page or n to stay"
        }
    }

    /// Returns the reason why a page stays if no user can answer its question.
    static func unattended(_ question: String) -> String {
        "a page asks \"\(question)\" before it is left, and no person is here to answer; leave it with "
            + HostOptions.yes.name
    }

    /// Sets whether a page of the request waits for the user.
    func setWaiting(_ isWaiting: Bool) { change { $0.isWaiting = isWaiting } }

    /// Lets the prompt return before the request has ended.
    func abandon() { change { $0.isAbandoned = true } }

    /// Cancels the request, or abandons it if it was cancelled before and still runs.
    func interrupt() {
        change { state in
            if state.isCancelled { state.isAbandoned = true }
            state.isCancelled = true
        }
        state.withLock(\.task)?.cancel()
    }

    /// Waits until the request has ended, waits for the user, or is abandoned; cancelling the task cancels the request.
    /// Only one shell may wait at a time.
    func settle() async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { shell in
                let isSettled = state.withLock { state in
                    if !state.isSettled { state.shell = shell }
                    return state.isSettled
                }
                if isSettled { shell.resume() }
            }
        } onCancel: {
            interrupt()
        }
    }

    private func end(_ outcome: Outcome) { change { $0.outcome = outcome } }

    private func change(_ body: (inout State) -> Void) {
        let shell = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            body(&state)
            return state.isSettled ? state.shell.take() : nil
        }
        shell?.resume()
    }
}

/// The requests of a shell that have not ended: the foreground request, and requests whose pages wait.
final class ShellRequests: Sendable {
    /// The requests, and the number of Ctrl-C since the last wait for a line.
    private let state = Mutex<(requests: [ShellRequest], interruptions: Int)>(([], 0))

    /// The requests that have not ended, in the order of their lines.
    var all: [ShellRequest] { state.withLock { $0.requests } }

    func add(_ request: ShellRequest) {
        state.withLock { state in
            state.requests.append(request)
            state.interruptions = 0
        }
    }

    func remove(_ request: ShellRequest) { state.withLock { $0.requests.removeAll { $0 === request } } }

    /// Cancels each request, or abandons the request if it is already cancelled. Returns the number of Ctrl-C since the
    /// last wait for a line. The number is increased first: as soon as a request is abandoned, the next line may begin
    /// and reset the number.
    @discardableResult
    func interrupt() -> Int {
        let (requests, count) = state.withLock { state in
            state.interruptions += 1
            return (state.requests, state.interruptions)
        }
        for request in requests { request.interrupt() }
        return count
    }

    /// Resets the count, because Ctrl-C was pressed at the prompt.
    func forgetInterruptions() { state.withLock { $0.interruptions = 0 } }
}
