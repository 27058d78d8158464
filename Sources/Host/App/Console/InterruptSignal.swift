import Glibc
import Synchronization

/// The signals that ask the process to end, as something that one thread waits for: Ctrl-C (SIGINT), SIGTERM, and a terminal
/// that is closed (SIGHUP).
///
/// The system runs a handler on whatever thread it likes, in the middle of whatever that does: the handler writes a byte
/// into a pair of sockets, and nothing else.
enum InterruptSignal {
    /// The socket for the handler, once there is one.
    private static let writingEnd = Atomic<CInt>(-1)

    /// Has the signals written into a socket from now on.
    ///
    /// - Returns: the other one of the pair; `nil` where all are to be ignored, and where the system has no socket left.
    static func listen() -> CInt? {
        let signals = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }
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

    /// Has a signal be heard as if the system had sent it; whether anybody listens.
    static func send(_ signal: CInt) -> Bool {
        let (end, code) = (writingEnd.load(ordering: .relaxed), errno)
        var byte = UInt8(truncatingIfNeeded: signal)
        if end >= 0 { _ = write(end, &byte, 1) }
        errno = code
        return end >= 0
    }

    /// Whether the process was started to ignore a signal, as a shell does for what runs in its background, and `nohup`.
    private static func isIgnored(_ signal: CInt) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Waits for a signal.
    ///
    /// - Parameter milliseconds: how long, for ever where nothing is said.
    /// - Returns: the signal that came; `nil` where none did.
    static func wait(at end: CInt, milliseconds: CInt = -1) -> CInt? {
        var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        var count = poll(&descriptor, 1, milliseconds)
        while count < 0, errno == EINTR { count = poll(&descriptor, 1, milliseconds) }
        var byte: UInt8 = 0
        return count > 0 && read(end, &byte, 1) == 1 ? CInt(byte) : nil
    }
}
