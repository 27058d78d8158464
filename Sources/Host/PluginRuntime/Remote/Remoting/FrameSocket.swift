import Glibc
import Platform
import Synchronization

/// One end of the socket pair (`SOCK_SEQPACKET`) between the host and a module's process.
///
/// A frame is sent as one packet, or in parts, which different threads may receive. Sending never waits, even if the
/// other side does not read: packets that the socket does not accept immediately are kept in memory, and a thread sends
/// them later.
final class FrameSocket: FrameChannel {
    private struct Outgoing {
        /// The packets that the socket has not accepted yet.
        var backlog: ArraySlice<[UInt8]> = []
        var backlogSize = 0
        var isFlushing = false
        var isClosed = false
        var lastFrame: UInt64 = 0
    }

    /// The largest size of all waiting packets, in bytes. Beyond this size, the connection is closed, because the
    /// other side does not read. The limit has room for all asks that may be open.
    static let backlogLimit = WireProtocol.openBytes + WireProtocol.frameLimit

    private let descriptor: CInt
    private let outgoing = Mutex(Outgoing())
    /// Whether packets wait to be sent. Later packets must then wait as well.
    private let hasQueuedFrames = Atomic(false)
    private let parts = FrameParts()
    private let flusher = BlockingExecutor()

    /// Takes ownership of a connected, blocking socket.
    init(_ descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Creates the two ends; no child inherits them.
    static func pair() throws(FileError) -> (CInt, CInt) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        try Descriptor.check(socketpair(AF_UNIX, kind, 0, &ends))
        return (ends[0], ends[1])
    }

    // MARK: Sending

    @discardableResult
    func send(_ frame: FrameEncoder, waitingAtMost limit: Int = .max) -> Bool {
        let isWhole = frame.bytes.count <= FrameParts.size
        // Packets are sent as a whole, so a packet that the socket accepts immediately does not need the lock.
        if isWhole, !hasQueuedFrames.load(ordering: .acquiring), trySend(frame.bytes) { return true }
        return outgoing.withLock { state in
            guard state.backlogSize + frame.bytes.count <= limit else { return false }
            guard !isWhole else {
                send(frame.bytes, &state)
                return true
            }
            state.lastFrame += 1
            for packet in FrameParts.packets(of: frame, number: state.lastFrame) {
                send(packet, &state)
            }
            return true
        }
    }

    private func send(_ packet: [UInt8], _ state: inout Outgoing) {
        if state.isClosed || !state.isFlushing && trySend(packet) { return }
        state.backlog.append(packet)
        state.backlogSize += packet.count
        guard state.backlogSize <= Self.backlogLimit else { return shutDown(&state) }
        if state.isFlushing { return }
        state.isFlushing = true
        hasQueuedFrames.store(true, ordering: .releasing)
        flusher.start { [self] in flush() }
    }

    /// Closes the connection. Both sides then receive `PeerError.ended`.
    func shutDown() { outgoing.withLock { shutDown(&$0) } }

    private func shutDown(_ state: inout Outgoing) {
        state.isClosed = true
        (state.backlog, state.backlogSize) = ([], 0)
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    /// Sends a packet if the socket accepts it now. Also returns `true` after the end of the connection,
    /// which the reading threads notice.
    private func trySend(_ packet: [UInt8]) -> Bool {
        while true {
            let count = Glibc.send(descriptor, packet, packet.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            return count >= 0 || errno != EAGAIN
        }
    }

    /// Waits until a packet has arrived or can be sent, or until the end of the connection.
    private func wait(for event: CInt) {
        var poll = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        Glibc.poll(&poll, 1, -1)
    }

    private func flush() {
        while true {
            wait(for: POLLOUT)
            let isDone = outgoing.withLock { state in
                while let packet = state.backlog.first, trySend(packet) {
                    state.backlog.removeFirst()
                    state.backlogSize -= packet.count
                }
                // An empty slice would keep the memory of the removed packets.
                if state.backlog.isEmpty { state.backlog = [] }
                state.isFlushing = !state.backlog.isEmpty
                hasQueuedFrames.store(state.isFlushing, ordering: .releasing)
                return !state.isFlushing
            }
            if isDone { return }
        }
    }

    // MARK: Receiving

    /// Receives a packet, and returns the frame that the packet contains or completes; `nil` without a complete frame.
    ///
    /// Several threads may wait at the same time: each packet goes to one of them.
    ///
    /// - Throws: `FrameError`, or `PeerError.ended` at the end of the connection.
    func receive(_ buffer: inout [UInt8], _ flags: Int = 0) throws -> FrameDecoder? {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: FrameParts.headSize + FrameParts.size) }
        let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_TRUNC | flags))
        if count < 0, errno == EINTR || errno == EAGAIN { return nil }
        guard count > 0 else { throw PeerError.ended }
        guard count <= buffer.count else { throw FrameError.malformed }
        return try parts.frame(of: buffer[..<count])
    }

    /// Limits the wait of receivers to a millisecond, without an additional system call for each packet.
    func limitWait() {
        // A `timeval` of the system: seconds and microseconds.
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, [0, 1_000], socklen_t(2 * MemoryLayout<Int>.size))
    }

    /// Waits until a packet has arrived, or until the end of the connection.
    func waitForPacket() { wait(for: POLLIN) }

    /// Waits for a packet, and returns whether it is a whole frame other than a notice. The packet can still be
    /// received afterwards.
    func hasFrameForAsk() -> Bool {
        var head: (packet: UInt8, frame: UInt8) = (0, 0)
        return recv(descriptor, &head, 2, CInt(MSG_PEEK)) == 2 && head.packet == FrameParts.wholeFrame
            && head.frame != FrameKind.notice.rawValue
    }
}
