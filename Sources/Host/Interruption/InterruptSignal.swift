import Glibc
import Synchronization

/// Ctrl-C (SIGINT) as something that one thread waits for.
///
/// The system runs a handler on whatever thread it likes, in the middle of whatever that does: the handler writes a byte
/// into a pair of sockets, and nothing else.
enum InterruptSignal {
    /// The socket for the handler, once there is one.
    private static let writingEnd = Atomic<CInt>(-1)

    /// Has the signal written into a socket from now on.
    ///
    /// - Returns: the other one of the pair; `nil` where whoever started the process wants the signal ignored, as a shell does
    ///   for what runs in its background, and where the system has no socket left.
    static func listen() -> CInt? {
        var action = sigaction()
        sigaction(SIGINT, nil, &action)
        guard unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
        else { return nil }
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        writingEnd.store(ends[1], ordering: .sequentiallyConsistent)
        action.__sigaction_handler.sa_handler = { _ in
            let code = errno
            var byte: UInt8 = 0
            _ = write(InterruptSignal.writingEnd.load(ordering: .relaxed), &byte, 1)
            errno = code
        }
        action.sa_flags = SA_RESTART
        sigaction(SIGINT, &action, nil)
        return ends[0]
    }

    /// Waits for the signal.
    ///
    /// - Parameter milliseconds: how long, for ever where nothing is said.
    /// - Returns: whether it came.
    static func wait(at end: CInt, milliseconds: CInt = -1) -> Bool {
        var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        var count = poll(&descriptor, 1, milliseconds)
        while count < 0, errno == EINTR { count = poll(&descriptor, 1, milliseconds) }
        var byte: UInt8 = 0
        return count > 0 && read(end, &byte, 1) == 1
    }
}
