import Dispatch

/// Runs tasks on threads that are not those of all other tasks: one that holds its thread holds up nobody else.
final class OwnThreads: TaskExecutor {
    private static let shared = OwnThreads()

    private let queue = DispatchQueue(label: "switchboard.modules", attributes: .concurrent)

    /// Begins a task that may hold its thread.
    static func task(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: shared) { await body() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
