import Glibc
import Synchronization

/// The one handler of the signals of a crash: it notes the crash, gives the terminal back, and lets the former action
/// run, so the process ends as it would without the handler. The crash is described before that action, and once more
/// behind a backtrace.
package enum CrashSignals {
    private static let all = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
    /// Other signals that end a process, none of which is a crash.
    private static let ends = [
        SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGPOLL, SIGPWR, SIGSTKFLT,
    ]
    private static let handled = Mutex<Set<CInt>>([])
    /// The former action of each signal; complete before the handler is in place, and only read from then on, so that
    /// handlers on any thread need no lock.
    nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        actions.initialize(repeating: sigaction(), count: 65)
        return actions
    }()
    /// The function that gives the terminal back: written before `restores` is set, and only read from then on.
    nonisolated(unsafe) private static let restoration =
        UnsafeMutablePointer<@convention(c) () -> Void>.allocate(capacity: 1)
    private static let restores = Atomic(false)

    static func listen() { listen(to: all) }

    /// Handles the signals from now on, and Ctrl-\ and others that end the process, so that the terminal is given back
    /// first; one call is enough.
    ///
    /// - Parameter restoration: a function that a signal handler may call.
    package static func listen(restoring restoration: @escaping @convention(c) () -> Void) {
        guard !restores.load(ordering: .relaxed) else { return }
        self.restoration.initialize(to: restoration)
        restores.store(true, ordering: .sequentiallyConsistent)
        listen(to: all + ends)
    }

    private static func listen(to signals: [CInt]) {
        // The handler may initialise nothing.
        _ = (CrashNote.isInstalled, restores.load(ordering: .relaxed))
        handled.withLock { handled in
            // An ignored signal does not end the process, nor does one that is no crash and that other code handles.
            for signal in signals where mayEnd(signal) && handled.insert(signal).inserted {
                sigaction(signal, nil, former + Int(signal))
                var action = sigaction()
                action.__sigaction_handler.sa_sigaction = { CrashSignals.handle($0, $1, $2) }
                // SA_NODEFER: the runtime's handler reads bad addresses, too, when it makes the backtrace.
                action.sa_flags = SA_SIGINFO | SA_ONSTACK | 0x4000_0000
                sigaction(signal, &action, nil)
            }
        }
    }

    /// Runs in the thread that crashes: it calls only functions that are safe in a signal handler, and takes no lock.
    private static func handle(
        _ signal: CInt, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
    ) {
        let code = information?.pointee.si_code ?? 0
        // A signal that another process sent is no crash of this one.
        let isCrash = all.contains(signal) && (code > 0 || sender(information) == getpid())
        let isNoted = isCrash && CrashNote.write(signal, context)
        // The signal came again while this thread describes the first one.
        if isCrash, !isNoted, code <= 0, CrashNote.isUnderWay { return }
        if restores.load(ordering: .acquiring) { restoration.pointee() }
        if isNoted { CrashNote.describe() }
        sigaction(signal, former + Int(signal), nil)
        if let handler = former[Int(signal)].__sigaction_handler.sa_sigaction {
            handler(signal, information, context)
            if isNoted { CrashNote.tell() }
        }
        // A fault comes again when the handler returns; the runtime's handler leaves the default action for all other
        // signals.
        let isRepeated = signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE
        if code <= 0 || !isRepeated, hasAction(SIG_DFL, signal) { raise(signal) }
    }

    /// The process that sent a signal: `si_pid`, which Swift does not import.
    private static func sender(_ information: UnsafeMutablePointer<siginfo_t>?) -> pid_t? {
        information.map { UnsafeRawPointer($0).load(fromByteOffset: 16, as: pid_t.self) }
    }

    /// Returns whether the process was started to ignore a signal, as a shell does for its background processes, and
    /// `nohup`.
    package static func isIgnored(_ signal: CInt) -> Bool { hasAction(SIG_IGN, signal) }

    private static func mayEnd(_ signal: CInt) -> Bool {
        all.contains(signal) || signal == SIGQUIT ? !isIgnored(signal) : hasAction(SIG_DFL, signal)
    }

    private static func hasAction(_ handler: __sighandler_t?, _ signal: CInt) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(handler, to: Int.self)
    }
}
