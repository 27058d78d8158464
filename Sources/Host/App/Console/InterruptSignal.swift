import Glibc
import Platform
import Synchronization

/// The signals that ask the process to end, for which one thread waits: Ctrl-C (SIGINT), SIGTERM, and a closed terminal
/// (SIGHUP).
///
/// The system runs a handler on any thread, in the middle of its code, so the handler only writes a byte into a pair of
/// sockets.
enum InterruptSignal {
    /// The socket of the handler, when there is one.
    private static let writingEnd = Atomic<CInt>(-1)

    /// Installs handlers that write the signals into a socket.
    ///
    /// - Returns: the other socket of the pair; `nil` if all signals are to be ignored, or if the system has no socket
    ///   left.
    static func listen() -> CInt? {
        let signals = [SIGINT, SIGTERM, SIGHUP].filter { !CrashSignals.isIgnored($0) }
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard !signals.isEmpty, socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        writingEnd.store(ends[1], ordering: .sequentiallyConsistent)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ = InterruptSignal.send($0) }
        action.sa_flags = SA_RESTART
        for signal in signals { sigaction(signal, &action, nil) }
        return ends[0]
    }

    /// Sends a signal as if it came from the system, and returns whether there is a listener.
    static func send(_ signal: CInt) -> Bool {
        let (end, code) = (writingEnd.load(ordering: .relaxed), errno)
        var byte = UInt8(truncatingIfNeeded: signal)
        if end >= 0 { _ = write(end, &byte, 1) }
        errno = code
        return end >= 0
    }

    /// Waits for a signal.
    ///
    /// - Parameter milliseconds: the time limit; none by default.
    /// - Returns: the received signal; `nil` if there was none.
    static func wait(at end: CInt, milliseconds: CInt = -1) -> CInt? {
        var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        var count = poll(&descriptor, 1, milliseconds)
        while count < 0, errno == EINTR { count = poll(&descriptor, 1, milliseconds) }
        var byte: UInt8 = 0
        return count > 0 && read(end, &byte, 1) == 1 ? CInt(byte) : nil
    }
}
