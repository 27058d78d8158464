import Foundation
import Testing

/// Runs the tests of a suite on threads of their own.
///
/// A test that waits for a process then holds none of the threads on which tasks run, of which there are as many as
/// cores: requests of the tests beside it would wait for one until their deadline.
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
