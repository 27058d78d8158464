import Dispatch
import Synchronization

/// A thread for one task that may block it: no other task waits for this thread.
///
/// All other tasks share as many threads as the machine has cores, and modules' code may block these for ever. A serial
/// queue gets a thread immediately, even if many other threads are blocked; a concurrent queue gets only a few.
package final class BlockingExecutor: TaskExecutor {
    private let queue: Mutex<DispatchQueue>

    /// Creates an executor with a new thread, or with the current thread of another executor.
    package init(sharing other: BlockingExecutor? = nil) { queue = Mutex(other?.current ?? Self.thread()) }

    private static func thread() -> DispatchQueue { DispatchQueue(label: "switchboard.blocking") }

    private var current: DispatchQueue { queue.withLock(\.self) }

    /// Uses a new thread for all later work. Call it if a task of another executor blocks the shared thread.
    package func leaveThread() { queue.withLock { $0 = Self.thread() } }

    /// Starts a task that may block its thread.
    @discardableResult
    package static func task(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: BlockingExecutor()) { await body() }
    }

    /// Runs blocking code outside the threads that tasks share.
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
            current.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }

    /// Runs blocking code on this executor's thread, after all work that came before. Returns immediately.
    package func start(_ body: @escaping @Sendable () -> Void) { current.async(execute: body) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        current.async {
            // Needed even before crashes are recorded, since the recording may begin while this job runs.
            SignalStack.ensure()
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
