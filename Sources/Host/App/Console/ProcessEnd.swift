import Glibc
import Synchronization

/// The end of the process, which the host alone brings about.
enum ProcessEnd {
    private static let isExpected = Atomic(false)
    private static let watcher = Mutex<(console: Console, process: pid_t)?>(nil)

    /// Ends the process with a code.
    static func exit(_ code: CInt) -> Never {
        isExpected.store(true, ordering: .sequentiallyConsistent)
        TerminalEcho.restore()
        Glibc.exit(code)
    }

    /// Ends the process at once for a signal: with 130 for Ctrl-C, and by the signal itself for another one.
    static func leave(by signal: CInt) -> Never {
        TerminalEcho.restore()
        if signal != SIGINT {
            Glibc.signal(signal, SIG_DFL)
            // Another thread may be given it, and the first process of a container is not.
            kill(getpid(), signal)
            sleep(1)
        }
        _exit(128 + signal)
    }

    /// Has an end that the host did not bring about, as by `exit(0)` in a module, told on a console and end with 70.
    static func watch(reportingTo console: Console) {
        watcher.withLock { $0 = (console, getpid()) }
        on_exit({ code, _ in ProcessEnd.refuse(code) }, nil)
    }

    private static func refuse(_ code: CInt) {
        // What fails to be written ends the process, too.
        let isOurs = isExpected.exchange(true, ordering: .sequentiallyConsistent)
        // A process that a module has forked may end as it likes.
        guard !isOurs, let (console, process) = watcher.withLock(\.self), process == getpid() else { return }
        fflush(nil)
        TerminalEcho.restore()
        console.report(
            Failure(
                code: "unexpectedExit",
                message: "a module ended the process with exit(\(code)), and what ran did not come to its end; "
                    + "have it throw an error instead",
                exitCode: .unexpectedExit))
        _exit(ExitCode.unexpectedExit.rawValue)
    }
}
