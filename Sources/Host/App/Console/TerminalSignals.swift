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
        // A signal handler must not initialise these values.
        _ = (losses, StandardOutput.descriptor, waker.load(ordering: .relaxed))
        TerminalMode.hideAgainInHandler(TerminalMode.restoreInHandler())
        _ = TerminalMode.isGivingKeys
        if !CrashSignals.isIgnored(SIGTSTP) { listenForStop() }
        listen(to: SIGCONT) { _ in
            TerminalSignals.noteLoss()
            TerminalSignals.wake()
        }
        listen(to: SIGWINCH) { _ in TerminalSignals.wake() }
        CrashSignals.listen { TerminalMode.restoreAtCrash() }
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
            // The default action stops the process. The next lines run when it continues, or at once if no shell could continue
            // it; then a line that is being typed goes on.
            signal(SIGTSTP, SIG_DFL)
            raise(SIGTSTP)
            TerminalSignals.listenForStop()
            TerminalMode.hideAgainInHandler(settings)
            TerminalSignals.wake()
            errno = code
        }
    }
}
