import Glibc

/// The output of a child on one descriptor, through a socket pair. No other child inherits the pair, because that
/// child would keep it open.
struct ChildStream: ~Copyable {
    /// The limit of the stored output, in bytes: a child that writes without end must not fill the memory.
    private static let limit = 16 << 20

    private(set) var bytes: [UInt8] = []
    private(set) var childEnd: CInt
    private let end: CInt
    private var isOpen = true

    /// Creates a pair whose ends no other child inherits.
    init() throws(FileError) {
        (end, childEnd) = try Descriptor.socketPair()
        // The child's end blocks, as programs expect of their output.
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(end)
        if childEnd >= 0 { close(childEnd) }
    }

    /// Closes the host's copy of the child's end, so that the stream ends with the child.
    mutating func closeChildEnd() {
        close(childEnd)
        childEnd = -1
    }

    /// Waits until one of two streams is readable or has ended, for at most 20 ms.
    static func wait(for first: borrowing ChildStream, _ second: borrowing ChildStream) {
        let events = Int16(POLLIN)
        // A negative descriptor is ignored.
        var polls = [
            pollfd(fd: first.isOpen ? first.end : -1, events: events, revents: 0),
            pollfd(fd: second.isOpen ? second.end : -1, events: events, revents: 0),
        ]
        poll(&polls, 2, 20)
    }

    /// Reads the available output, but at most 1 MiB if the child writes without end.
    mutating func read() {
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        for _ in 0..<64 where isOpen {
            let count = Glibc.read(end, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return }
            if count == 0 { isOpen = false }
            bytes += chunk.prefix(min(count, Self.limit - bytes.count))
        }
    }
}
