import Glibc
import Platform
import Synchronization

/// The signals of a terminal: its window changes, and other processes have it while this one is stopped (Ctrl-Z). A
/// crash gives it back as it was.
enum TerminalSignals {
    private static let resumptions = Atomic(0)
    /// The writing end of the pair of sockets that ends a wait for keys.
    private static let waker = Atomic<CInt>(-1)

    /// The number of times that other processes had the terminal, so that its content is unknown.
    static var losses: Int { resumptions.load(ordering: .relaxed) }

    /// Records that the terminal's content is unknown.
    static func noteLoss() { resumptions.add(1, ordering: .relaxed) }

    /// Starts the count, and gives the next process the terminal as it was.
    static func listen() {
        // The handlers may initialise nothing.
        _ = (losses, StandardOutput.descriptor, waker.load(ordering: .relaxed))
        TerminalMode.hideAgainInHandler(TerminalMode.restoreInHandler())
        _ = TerminalMode.isGivingKeys
        if !InterruptSignal.isIgnored(SIGTSTP) { listenForStop() }
        listen(to: SIGCONT) { _ in
            TerminalSignals.noteLoss()
            TerminalSignals.wake()
        }
        listen(to: SIGWINCH) { _ in TerminalSignals.wake() }
        CrashSignals.listen()
    }

    /// Returns a socket that has a byte after each change of the terminal; `nil` if the system has none left.
    static func wakes() -> CInt? {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        waker.store(ends[1], ordering: .sequentiallyConsistent)
        return ends[0]
    }

    /// Ends the wait for keys; a signal handler may call it.
    static func wake() {
        let (end, code) = (waker.load(ordering: .relaxed), errno)
        var byte: UInt8 = 0
        if end >= 0 { _ = write(end, &byte, 1) }
        errno = code
    }

    private static func listen(to signal: CInt, _ flags: CInt = 0, _ handler: @escaping @convention(c) (CInt) -> Void) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART | flags
        sigaction(signal, &action, nil)
    }

    private static func listenForStop() {
        // Without SA_NODEFER the signal would wait for the handler's end.
        listen(to: SIGTSTP, CInt(bitPattern: 0x4000_0000)) { _ in
            let code = errno
            let settings = TerminalMode.restoreInHandler()
            TerminalMode.wrapLines()
            // The default action stops the process; the next lines run when it continues, or at once where no shell could
            // continue it. A line that is being typed goes on then.
            signal(SIGTSTP, SIG_DFL)
            raise(SIGTSTP)
            TerminalSignals.listenForStop()
            TerminalMode.hideAgainInHandler(settings)
            TerminalSignals.wake()
            errno = code
        }
    }
}

/// The signals of a crash, and Ctrl-\: the terminal is restored, and then the former action follows.
private enum CrashSignals {
    private static let all = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT]
    /// The former actions, by the signals' numbers: written before a handler is there, and only read from then on, so
    /// that handlers on any thread need no lock.
    nonisolated(unsafe) private static let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

    static func listen() {
        // The process lives on after an ignored signal.
        for signal in all where !InterruptSignal.isIgnored(signal) {
            sigaction(signal, nil, former + Int(signal))
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = { CrashSignals.handle($0, $1, $2) }
            action.sa_flags = CInt(SA_SIGINFO) | SA_ONSTACK
            sigaction(signal, &action, nil)
        }
    }

    private static func handle(
        _ signal: CInt, _ information: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
    ) {
        TerminalMode.restoreAtCrash()
        let action = former + Int(signal)
        sigaction(signal, action, nil)
        if action.pointee.sa_flags & CInt(SA_SIGINFO) != 0 {
            action.pointee.__sigaction_handler.sa_sigaction?(signal, information, context)
        } else {
            // It comes when this handler returns; so does a fault that repeats.
            raise(signal)
        }
    }
}
