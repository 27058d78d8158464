import Glibc
import Synchronization

/// The handler of crash signals: it records the crash, restores the terminal and runs the previous action, so that the
/// process ends as it would without the handler. The handler prints a sentence about the crash before the previous
/// action runs, and again afterwards, because that action may print a backtrace.
package enum CrashSignals {
    private static let all = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
    /// Other signals that end a process, but are not crashes.
    private static let ends = [
        SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGPOLL, SIGPWR, SIGSTKFLT,
    ]
    private static let handled = Mutex<Set<CInt>>([])
    /// The previous action of each signal. It is written before the handler is installed and only read afterwards, so
    /// handlers do not need a lock.
    nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        actions.initialize(repeating: sigaction(), count: 65)
        return actions
    }()
    /// The function that restores the terminal, written before `restores` is set and only read afterwards.
    nonisolated(unsafe) private static let restoration =
        UnsafeMutablePointer<@convention(c) () -> Void>.allocate(capacity: 1)
    private static let restores = Atomic(false)

    static func listen() { listen(to: all) }

    /// Handles crash signals and other signals that end the process, such as SIGQUIT (Ctrl-\): the handler restores the
    /// terminal before the process ends. Only the first call has an effect.
    ///
    /// - Parameter restoration: a function that may be called in a signal handler.
    package static func listen(restoring restoration: @escaping @convention(c) () -> Void) {
        guard !restores.load(ordering: .relaxed) else { return }
        self.restoration.initialize(to: restoration)
        restores.store(true, ordering: .sequentiallyConsistent)
        listen(to: all + ends)
    }

    private static func listen(to signals: [CInt]) {
        // Initialises these statics, because the handler must not do it.
        _ = (CrashNote.isInstalled, restores.load(ordering: .relaxed))
        handled.withLock { handled in
            // Ignored signals keep their action. Signals that other code handles also keep their action, except crash
            // signals and SIGQUIT.
            for signal in signals where mayEnd(signal) && handled.insert(signal).inserted {
                sigaction(signal, nil, former + Int(signal))
                var action = sigaction()
                action.__sigaction_handler.sa_sigaction = { CrashSignals.handle($0, $1, $2) }
                // SA_NODEFER: the runtime's handler may raise the signal again by reading bad addresses for the
                // backtrace.
                action.sa_flags = SA_SIGINFO | SA_ONSTACK | 0x4000_0000
                sigaction(signal, &action, nil)
            }
        }
    }

    /// Runs in the thread that crashes: it only calls functions that are safe in a signal handler, and never locks.
    private static func handle(
        _ signal: CInt, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
    ) {
        let code = information?.pointee.si_code ?? 0
        // A signal from another process is not a crash of this process.
        let isCrash = all.contains(signal) && (code > 0 || sender(information) == getpid())
        let isRecorded = isCrash && CrashNote.write(signal, context)
        // The signal was raised again while this thread describes the first crash.
        if isCrash, !isRecorded, code <= 0, CrashNote.isUnderWay { return }
        if restores.load(ordering: .acquiring) { restoration.pointee() }
        if isRecorded { CrashNote.describe() }
        sigaction(signal, former + Int(signal), nil)
        if let handler = former[Int(signal)].__sigaction_handler.sa_sigaction {
            handler(signal, information, context)
            if isRecorded { CrashNote.tell() }
        }
        // A fault is raised again when this handler returns. Any other signal must be raised here if its action is the
        // default, which the runtime's handler sets before it returns.
        let isRepeated = signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE
        if code <= 0 || !isRepeated, hasAction(SIG_DFL, signal) { raise(signal) }
    }

    /// Returns the process that sent a signal: `si_pid`, which Swift does not import.
    private static func sender(_ information: UnsafeMutablePointer<siginfo_t>?) -> pid_t? {
        information.map { UnsafeRawPointer($0).load(fromByteOffset: 16, as: pid_t.self) }
    }

    /// Returns whether the process ignores a signal, as in background processes of a shell or under `nohup`.
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
