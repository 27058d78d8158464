import Glibc
import Platform
import Synchronization

/// One end of the socket pair between the host and a module's process.
///
/// Any thread may send; a frame never waits for the other side, which may not read: what the socket does not take at once
/// waits in memory, and a thread of its own sends it.
final class FrameSocket: Sendable {
    private struct Outgoing {
        /// The frames that the socket has not taken yet, the first of them in part.
        var backlog: [UInt8] = []
        var isFlushing = false
        var isClosed = false
    }

    private struct Incoming {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var begin = 0
        var end = 0
    }

    /// The most that waits to be sent, in bytes: a side that reads nothing is given up.
    private static let backlogLimit = 2 * WireProtocol.frameLimit

    private let descriptor: CInt
    private let outgoing = Mutex(Outgoing())
    private let incoming = Mutex(Incoming())
    private let flusher = BlockingExecutor()

    /// Takes over a connected socket that blocks.
    init(_ descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Sends a frame behind all earlier ones; without effect after the end.
    func send(_ frame: [UInt8]) {
        outgoing.withLock { state in
            if state.isClosed { return }
            let sent = state.isFlushing ? 0 : write(frame[...])
            guard sent < frame.count else { return }
            state.backlog += frame[sent...]
            guard state.backlog.count <= Self.backlogLimit else { return shutDown(&state) }
            if state.isFlushing { return }
            state.isFlushing = true
            flusher.start { [self] in flush() }
        }
    }

    /// Ends the connection: each side reads its end.
    func shutDown() { outgoing.withLock { shutDown(&$0) } }

    private func shutDown(_ state: inout Outgoing) {
        state.isClosed = true
        state.backlog = []
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    /// Writes as much as the socket takes now, and returns the number of bytes.
    private func write(_ bytes: ArraySlice<UInt8>) -> Int {
        var rest = bytes
        while !rest.isEmpty {
            let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL)
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
            if count < 0, errno == EINTR { continue }
            // The reader finds the end of a broken connection.
            if count < 0 { return errno == EAGAIN ? bytes.count - rest.count : bytes.count }
            rest = rest.dropFirst(count)
        }
        return bytes.count
    }

    private func flush() {
        while true {
            var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            Glibc.poll(&poll, 1, -1)
            let isDone = outgoing.withLock { state in
                state.backlog.removeFirst(write(state.backlog[...]))
                state.isFlushing = !state.backlog.isEmpty
                return state.backlog.isEmpty
            }
            if isDone { return }
        }
    }

    /// Waits for the next frame, without its length; `nil` at the end of the connection.
    ///
    /// Several threads may wait at once: each frame goes to one of them.
    ///
    /// - Throws: `FrameError.tooLong`.
    func receive() throws(FrameError) -> [UInt8]? {
        try incoming.withLock { (state) throws(FrameError) in
            guard let head = read(4, &state) else { return nil }
            let length = head.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
            guard length <= WireProtocol.frameLimit else { throw .tooLong(bytes: length) }
            return read(length, &state)
        }
    }

    /// Reads a number of bytes; memory is taken only for those that came.
    private func read(_ count: Int, _ state: inout Incoming) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(count, state.buffer.count))
        while bytes.count < count {
            if state.begin == state.end, !fill(&state) { return nil }
            let part = min(count - bytes.count, state.end - state.begin)
            bytes += state.buffer[state.begin..<state.begin + part]
            state.begin += part
        }
        return bytes
    }

    private func fill(_ state: inout Incoming) -> Bool {
        while true {
            let count = Glibc.recv(descriptor, &state.buffer, state.buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            (state.begin, state.end) = (0, max(count, 0))
            return count > 0
        }
    }
}
