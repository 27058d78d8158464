import Glibc
import Synchronization

/// The end of the process, which only the host may cause.
enum ProcessEnd {
    private static let isExpected = Atomic(false)
    private static let watcher = Mutex<(console: Console, process: pid_t)?>(nil)

    /// Ends the process with a code.
    static func exit(_ code: CInt) -> Never {
        isExpected.store(true, ordering: .sequentiallyConsistent)
        TerminalMode.restore()
        Glibc.exit(code)
    }

    /// Ends the process at once for a signal: with 130 for Ctrl-C, and by the signal itself for another one.
    static func leave(by signal: CInt) -> Never {
        TerminalMode.restore()
        if signal != SIGINT {
            Glibc.signal(signal, SIG_DFL)
            // The signal may go to another thread, and the first process of a container ignores it.
            kill(getpid(), signal)
            sleep(1)
        }
        _exit(128 + signal)
    }

    /// Reports an end of the process that the host did not cause, as by `exit(0)` in a module, on a console, and ends
    /// with 70.
    static func watch(reportingTo console: Console) {
        watcher.withLock { $0 = (console, getpid()) }
        on_exit({ code, _ in ProcessEnd.refuse(code) }, nil)
    }

    private static func refuse(_ code: CInt) {
        // A failed write ends the process, too.
        let isOurs = isExpected.exchange(true, ordering: .sequentiallyConsistent)
        // A process that a module has forked may end in its own way.
        guard !isOurs, let (console, process) = watcher.withLock(\.self), process == getpid() else { return }
        fflush(nil)
        TerminalMode.restore()
        console.leaveLine()
        console.report(
            Failure(
                code: "unexpectedExit",
                message: "a module ended the process with exit(\(code)), and the command did not end normally; "
                    + "have it throw an error instead",
                exitCode: .unexpectedExit))
        _exit(ExitCode.unexpectedExit.rawValue)
    }
}
