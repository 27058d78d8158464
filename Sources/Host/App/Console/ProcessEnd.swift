import Glibc
import PluginRuntime
import Synchronization

/// The end of the process, which only the host may cause.
enum ProcessEnd {
    private static let isExpected = Atomic(false)
    private static let watcher = Mutex<(console: Console, journal: SessionJournal?, process: pid_t)?>(nil)

    static func exit(_ code: CInt) -> Never {
        isExpected.store(true, ordering: .sequentiallyConsistent)
        TerminalMode.restore()
        Glibc.exit(code)
    }

    /// Ends the process immediately after a signal: with 130 for Ctrl-C, and by the signal itself for other signals.
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

    /// Reports an end of the process that the host did not cause, as by `exit(0)` in a module, on a console and in the
    /// journal of the session, and ends with 70.
    static func watch(reportingTo console: Console, _ journal: SessionJournal?) {
        watcher.withLock { $0 = (console, journal, getpid()) }
        on_exit({ code, _ in ProcessEnd.refuse(code) }, nil)
    }

    private static func refuse(_ code: CInt) {
        // If the report below cannot be written, it also ends the process.
        let isOurs = isExpected.exchange(true, ordering: .sequentiallyConsistent)
        // A process that a module has forked may call `exit()`.
        guard !isOurs, let watcher = watcher.withLock({ $0 }), watcher.process == getpid() else { return }
        let module = watcher.journal?.noteExit(code) ?? "a module"
        fflush(nil)
        TerminalMode.restore()
        watcher.console.leaveLine()
        watcher.console.report(
            Failure(
                "unexpectedExit",
                "\(module) ended the process with exit(\(code)), and the command did not end "
                    + "normally; have it throw an error instead", .unexpectedExit))
        _exit(ExitCode.unexpectedExit.rawValue)
    }
}
