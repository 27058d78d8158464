import Glibc
import Synchronization

/// Holds a thread up for some microseconds in the middle of whatever it does, by a signal.
///
/// It makes a race between two threads that is rare and depends on the machine one that is seen within a few attempts.
/// One thread at a time can be interrupted.
enum Interruption {
    /// How often the thread was held up.
    static var count: Int { ended.load(ordering: .sequentiallyConsistent) }

    private static let ended = Atomic(0)

    /// Lets the current thread be interrupted while the body runs; what was counted before is forgotten.
    static func accept(while body: () -> Void) {
        ended.store(0, ordering: .sequentiallyConsistent)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            usleep(20)
            Interruption.ended.add(1, ordering: .sequentiallyConsistent)
        }
        action.sa_flags = SA_RESTART
        sigaction(SIGUSR1, &action, nil)
        // The threads of the pool of tasks begin with all signals blocked.
        var (signals, before) = (sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR1)
        pthread_sigmask(SIG_UNBLOCK, &signals, &before)
        body()
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Interrupts a thread that accepts it.
    static func send(to thread: pthread_t) { pthread_kill(thread, SIGUSR1) }
}
