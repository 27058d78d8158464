import Foundation
import Testing

/// Runs each test of a suite on new threads.
///
/// A test that waits for a process would otherwise block one of the threads on which tasks run, of which there are as
/// many as cores. Requests of concurrent tests would wait for a thread until their deadlines.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    @concurrent func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadExecutor()) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    /// For suites that wait for processes, compilers or terminals.
    static var ownThread: Self { OwnThread() }
}

/// Runs each job of a task on a new thread.
private final class ThreadExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
