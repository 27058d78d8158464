@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The requests of `open` and `call`, each of which is abandoned if code of a module holds its thread beyond the deadline.
///
/// The mediator abandons code that may suspend. Other code runs on the thread of its request, so each request of a
/// command has a thread of its own.
final class CommandRequests: Sendable {
    private struct Entry {
        let since = ContinuousClock.now
        let line = ShellRequest.current
        let leave: @Sendable (Request.Stage) -> Void
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Waits for the outcome of a request; throws its error, or `RequestError` (`deadline`) if it is abandoned.
    func run<Value: Sendable>(
        _ url: String, within limit: Duration, _ body: @escaping @Sendable () async throws(RequestError) -> Value
    ) async throws(RequestError) -> Value {
        let outcome = Promise<Result<Value, RequestError>>()
        let number = add { outcome.fulfill(.failure(RequestError(.deadline(url: url, stage: $0, limit: limit)))) }
        defer { state.withLock { _ = $0.entries.removeValue(forKey: number) } }
        let task = Task(executorPreference: BlockingExecutor()) {
            let result: Result<Value, RequestError>
            do throws(RequestError) { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.fulfill(result)
        }
        let result = await withTaskCancellationHandler {
            await outcome.wait()
        } onCancel: {
            task.cancel()
        }
        // The code of an abandoned request may end later, and must not show its page then.
        task.cancel()
        return try result.get()
    }

    private func add(_ leave: @escaping @Sendable (Request.Stage) -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.entries[state.lastNumber] = Entry(leave: leave)
            return state.lastNumber
        }
    }

    /// Abandons the requests that have been running for a time, except those whose pages wait for a person. `activity`
    /// is the code that has held its thread as long.
    func leave(since limit: Duration, because activity: ActivityTable.Activity) {
        let stage: Request.Stage =
            switch activity.kind {
            case .interceptor: .interceptor(activity.name, module: activity.module)
            case .load, .start: .activation(module: activity.module)
            case .handler, .subscriber, .stop: .handler(route: activity.name, module: activity.module)
            }
        let now = ContinuousClock.now
        for entry in state.withLock({ Array($0.entries.values) }) where now - entry.since >= limit {
            if entry.line?.isSettled != true { entry.leave(stage) }
        }
    }
}
