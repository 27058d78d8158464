import Dispatch

/// A thread for one task that may block it: no other task waits for this thread.
///
/// All other tasks share as many threads as the machine has cores, and modules' code may block these forever. A serial
/// queue gets a thread at once, however many other threads are blocked; a concurrent queue gets only a few.
package final class BlockingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "switchboard.blocking")

    package init() {}

    /// Starts a task that may block its thread.
    @discardableResult
    package static func task(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: BlockingExecutor()) { await body() }
    }

    /// Runs blocking code away from the threads of tasks.
    package static func run<Value: Sendable, Reason: Error>(
        _ body: @escaping @Sendable () throws(Reason) -> Value
    ) async throws(Reason) -> Value {
        let result = await withUnsafeContinuation { continuation in
            task { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }

    /// Runs blocking code on this executor's thread, after all work that came before.
    package func run<Value: Sendable, Reason: Error>(
        _ body: @escaping @Sendable () throws(Reason) -> Value
    ) async throws(Reason) -> Value {
        let result = await withUnsafeContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }

    /// Runs blocking code on this executor's thread, after all work that came before, and does not wait for it.
    package func start(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            if CrashNote.isInstalled { SignalStack.ensure() }
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
