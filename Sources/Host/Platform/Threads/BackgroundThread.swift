import Glibc

/// A system thread that receives no signals. Other threads handle signals, and SIGPIPE, which follows a write to a
/// closed connection, must not end the process.
package enum BackgroundThread {
    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread; returns `false` if the system has none left.
    package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(run))
        let isStarted = withoutSignals {
            var thread = pthread_t()
            guard pthread_create(&thread, nil, { BackgroundThread.perform($0) }, work.toOpaque()) == 0 else {
                return false
            }
            pthread_detach(thread)
            return true
        }
        if !isStarted { work.release() }
        return isStarted
    }

    private static func perform(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
        return nil
    }

    /// Runs a closure with all signals blocked except those for a fault of the thread itself, since a new thread
    /// inherits the signal mask of its creator.
    private static func withoutSignals<Result>(_ body: () -> Result) -> Result {
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&blocked, fault) }
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return body()
    }
}
