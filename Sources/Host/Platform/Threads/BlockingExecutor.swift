import Dispatch
import Synchronization

/// A thread for one task that may block it: no other task waits for this thread.
///
/// All other tasks share as many threads as the machine has cores, and modules' code may block these forever. A serial
/// queue gets a thread at once, however many other threads are blocked; a concurrent queue gets only a few.
package final class BlockingExecutor: TaskExecutor {
    private let queue: Mutex<DispatchQueue>

    /// Creates an executor with a thread of its own, or with the present one of another executor.
    package init(sharing other: BlockingExecutor? = nil) { queue = Mutex(other?.current ?? Self.thread()) }

    private static func thread() -> DispatchQueue { DispatchQueue(label: "switchboard.blocking") }

    private var current: DispatchQueue { queue.withLock(\.self) }

    /// Takes another thread for all later work, since a task of another executor blocks the one that both share.
    package func leaveThread() { queue.withLock { $0 = Self.thread() } }

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
            current.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }

    /// Runs blocking code on this executor's thread, after all work that came before, and does not wait for it.
    package func start(_ body: @escaping @Sendable () -> Void) { current.async(execute: body) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        current.async {
            // Also before crashes are noted, since that begins while a job may go on.
            SignalStack.ensure()
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}
