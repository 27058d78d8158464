@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The running requests of `open` and `call`. A request is abandoned if module code blocks its thread beyond the
/// deadline.
///
/// The mediator itself abandons module code that may suspend. Code that cannot suspend runs on the thread of its
/// request, which is also the thread that runs the typed line. If such code blocks, the line continues on another
/// thread.
final class CommandRequests: Sendable {
    private struct Entry {
        let since = ContinuousClock.now
        let line = ShellRequest.current
        var task: Task<Void, Never>?
        /// Gives the caller of an abandoned request the deadline error, which names the given stage.
        let leave: @Sendable (Request.Stage) -> Void
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Runs `body` as a request, and returns its value. If the request is abandoned, throws `RequestError`
    /// (`deadline`).
    func run<Value: Sendable>(
        _ url: @autoclosure @escaping @Sendable () -> String, within limit: Duration,
        _ body: @escaping @Sendable () async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        let outcome = Promise<Result<Value, RequestError>>()
        let entry = Entry { outcome.fulfill(.failure(RequestError(.deadline(url: url(), stage: $0, limit: limit)))) }
        let number = state.withLock { state in
            state.lastNumber += 1
            state.entries[state.lastNumber] = entry
            return state.lastNumber
        }
        let task = Task(executorPreference: BlockingExecutor(sharing: entry.line?.executor)) {
            let result = await Result(body)
            if self.take(number) != nil { outcome.fulfill(result) }
        }
        state.withLock { $0.entries[number]?.task = task }
        let result = await withTaskCancellationHandler {
            await outcome.wait()
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Removes a request and returns its entry, or `nil` if the request already has an outcome. A caller that gets the
    /// entry must deliver the outcome.
    private func take(_ number: Int) -> Entry? { state.withLock { $0.entries.removeValue(forKey: number) } }

    /// Abandons all requests that have run for at least `limit`, except requests whose page waits for the user.
    /// `activity` describes the module code that has blocked a thread for that time; the error names this code.
    func leave(since limit: Duration, because activity: ActivityTable.Activity) {
        let stage: Request.Stage =
            switch activity.kind {
            case .interceptor: .interceptor(activity.name, module: activity.module)
            case .load, .start: .activation(module: activity.module)
            case .handler, .subscriber, .stop: .handler(route: activity.name, module: activity.module)
            }
        let now = ContinuousClock.now
        for (number, entry) in state.withLock(\.entries) where now - entry.since >= limit {
            guard entry.line?.isSettled != true, let entry = take(number) else { continue }
            // The code of an abandoned request may end later, and must not display its page then.
            entry.task?.cancel()
            entry.line?.executor.leaveThread()
            entry.leave(stage)
        }
    }
}
