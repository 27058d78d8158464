import Glibc
import Platform
import Synchronization

/// Ctrl-Z (SIGTSTP) and its end: other processes have the terminal meanwhile, so its content is unknown afterwards.
enum TerminalStop {
    private static let resumptions = Atomic(0)

    /// The number of times that the process was stopped and continued.
    static var count: Int { resumptions.load(ordering: .relaxed) }

    /// Starts the count, and gives the next process a terminal that wraps lines.
    static func listen() {
        // The handler may initialise nothing.
        _ = (count, StandardOutput.descriptor)
        var action = sigaction()
        sigaction(SIGTSTP, nil, &action)
        let isIgnored =
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        if !isIgnored { listenForStop() }
        action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in TerminalStop.resumptions.add(1, ordering: .relaxed) }
        action.sa_flags = SA_RESTART
        sigaction(SIGCONT, &action, nil)
    }

    private static func listenForStop() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in
            let code = errno
            var wrap: (UInt8, UInt8, UInt8, UInt8, UInt8) = (0x1B, 0x5B, 0x3F, 0x37, 0x68)
            _ = write(StandardOutput.descriptor, &wrap, 5)
            // The default action stops the process; the next lines run when it continues.
            signal(SIGTSTP, SIG_DFL)
            kill(getpid(), SIGTSTP)
            TerminalStop.listenForStop()
            errno = code
        }
        // Without SA_NODEFER the signal would wait for the handler's end.
        action.sa_flags = SA_RESTART | Int32(bitPattern: 0x4000_0000)
        sigaction(SIGTSTP, &action, nil)
    }
}
