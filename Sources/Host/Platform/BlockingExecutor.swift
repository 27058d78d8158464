import Dispatch

/// A thread of its own for a task that may be held: nothing else waits for it.
///
/// All other tasks share as many threads as the machine has cores, which modules' code may hold for ever. A serial queue is
/// given a thread at once however many others are held; a concurrent one is given no more than a few.
package final class BlockingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "switchboard.blocking")

    package init() {}

    /// Begins a task that may hold its thread.
    @discardableResult
    package static func task(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: BlockingExecutor()) { await body() }
    }

    /// Runs code that blocks, aside from the threads on which tasks run.
    package static func run<Value: Sendable, Reason: Error>(
        _ body: @escaping @Sendable () throws(Reason) -> Value
    ) async throws(Reason) -> Value {
        let result = await withUnsafeContinuation { continuation in
            task { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
