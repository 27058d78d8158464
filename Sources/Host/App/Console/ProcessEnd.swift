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

    /// Ends the process immediately after a signal. After Ctrl-C, the exit code is 130. Any other signal is sent again,
    /// and its default action ends the process.
    static func leave(by signal: CInt) -> Never {
        TerminalMode.restore()
        if signal != SIGINT {
            Glibc.signal(signal, SIG_DFL)
            // The process may survive `kill`: another thread may receive the signal, and the first process of a
            // container ignores it.
            kill(getpid(), signal)
            sleep(1)
        }
        _exit(128 + signal)
    }

    /// Watches for an end of the process that the host does not cause, such as `exit(0)` in a module. Reports that end
    /// on the console and in the session's journal, and changes the exit code to 70.
    static func watch(reportingTo console: Console, _ journal: SessionJournal?) {
        watcher.withLock { $0 = (console, journal, getpid()) }
        on_exit({ code, _ in ProcessEnd.refuse(code) }, nil)
    }

    private static func refuse(_ code: CInt) {
        // If the report below cannot be written, the console ends the process; that end must not be reported.
        let isOurs = isExpected.exchange(true, ordering: .sequentiallyConsistent)
        // A child process that a module has forked may call `exit()`; only the host's process reports an exit.
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
