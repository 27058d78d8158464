import Dispatch
import Glibc
@_spi(Host) import ModuleKit
import Synchronization

/// One side of the connection between the host and a module's process, or between two hosts of a fleet. It multiplexes
/// asks, answers and notices.
///
/// `Peer+asking.swift` sends the asks of this side, and `Peer+serving.swift` answers the other side's asks.
final class Peer: Sendable {
    let role: PeerRole
    let references: References
    let asks: OpenAsks
    let incoming = IncomingAsks()
    let channel: any FrameChannel
    let service: any PeerService
    /// The socket between the host and a module's process; `nil` between two hosts.
    private let socket: FrameSocket?
    /// The buffer for a packet. On the host's side, the thread that reads holds the lock.
    private let reading = Mutex<[UInt8]>([])
    /// Whether an asking thread has read frames since the connection's thread last checked this flag.
    private let hasAskRead = Atomic(false)
    /// Signalled when an asking thread stops reading, and other asks still wait for answers.
    private let isNeeded = DispatchSemaphore(value: 0)
    /// The reason why the connection ended.
    private let endReason = Mutex<(any Error)?>(nil)

    init(_ socket: FrameSocket, _ service: any PeerService, isModule: Bool) {
        (channel, self.socket, self.service) = (socket, socket, service)
        role = isModule ? .module : .host
        references = References()
        asks = OpenAsks(after: 0)
        if !isModule { socket.limitWait() }
    }

    /// Creates one side of the connection of two hosts.
    ///
    /// - Parameter number: the number after which the numbers of asks and references begin. The other side must not
    ///   know these numbers from an earlier connection.
    init(_ channel: any FrameChannel, _ service: any PeerService, after number: UInt64) {
        (self.channel, socket, self.service) = (channel, nil, service)
        role = .member
        references = References(after: number)
        asks = OpenAsks(after: number)
    }

    // MARK: Reading

    /// Reads frames until the connection ends. Several threads may read at the same time.
    ///
    /// - Parameters:
    ///   - working: called when the thread has read a frame; returns whether the thread may run code of a module.
    ///   - waiting: called before the thread reads again.
    func read(working: () -> Bool, waiting: () -> Void) {
        endingAtError {
            var buffer: [UInt8] = []
            while let socket {
                guard let frame = try socket.receive(&buffer) else { continue }
                try take(frame, atOnce: working())
                waiting()
            }
        }
    }

    /// Reads frames until the connection ends, except frames that asking threads read.
    func read() {
        endingAtError {
            while let socket {
                socket.waitForPacket()
                let hasRead: Void? = try reading.withLockIfAvailable { buffer in
                    if let frame = try socket.receive(&buffer, MSG_DONTWAIT) { try take(frame) }
                }
                if hasRead != nil { continue }
                // As long as asking threads read, this thread leaves the next packets to them.
                while isNeeded.wait(timeout: .now() + .milliseconds(1)) == .timedOut,
                    hasAskRead.exchange(false, ordering: .relaxed)
                {}
                while isNeeded.wait(timeout: .now()) == .success {}
            }
        }
    }

    /// Reads on the thread of an ask, if no other thread reads, and frames arrive within a millisecond. To wake another
    /// thread would take as long as the rest of the ask.
    func read(onThreadOf waiter: Waiter) {
        guard let socket, role == .host else { return }
        let hasRead: Void? = reading.withLockIfAvailable { buffer in
            endingAtError {
                // Other tasks need this thread, so it reads for about a millisecond, and leaves notices to others.
                let end = ContinuousClock.now + .milliseconds(1)
                while !waiter.hasItems, ContinuousClock.now < end, socket.hasFrameForAsk() {
                    if let frame = try socket.receive(&buffer) { try take(frame) }
                }
            }
        }
        guard hasRead != nil else { return }
        hasAskRead.store(true, ordering: .relaxed)
        if asks.count > 0 { isNeeded.signal() }
    }

    /// Handles a frame from the channel. A frame that cannot be read ends the connection.
    func receive(_ frame: FrameDecoder) {
        do { try take(frame) } catch { lose(error) }
    }

    private func take(_ frame: FrameDecoder, atOnce: Bool = false) throws {
        var frame = frame
        frame.side = self
        let (kind, number) = (try frame.kind(), try frame.number())
        switch kind {
        case .answer: asks.end(number, .success(frame))
        case .failure: asks.end(number, .failure(try frame.read(Thrown.self).error))
        case .cancel: incoming.cancel(number)
        case .ask, .notice:
            let method = try FrameDecoder.known(Method(rawValue: try frame.tag()))
            let within = try frame.number()
            let ask = Ask(number: number, method: method, within: within, fields: frame)
            if kind == .ask { try serve(ask, atOnce: atOnce) } else { try service.take(ask, from: self) }
        }
    }

    /// Whether neither side has an open ask, and the other side does not refer to code of this side.
    var isIdle: Bool { asks.count == 0 && incoming.isEmpty && references.isEmpty }

    // MARK: The end

    /// The fault in the other side's frames that ended the connection; `nil` if there is none.
    var fault: FrameError? { endReason.withLock { $0 as? FrameError } }

    /// Closes the connection. Both sides then read the end of the connection.
    func close() { channel.shutDown() }

    /// Ends the connection to a side that is gone, and fails all open asks.
    func lose(_ reason: any Error) {
        end(reason)
        asks.failAll(reason)
    }

    private func endingAtError(_ body: () throws -> Void) {
        do { try body() } catch { end(error) }
    }

    /// Ends the connection. Open asks still wait, because the reason of their failure is known later.
    private func end(_ reason: any Error) {
        let isFirst = endReason.withLock { present in
            defer { present = present ?? reason }
            return present == nil
        }
        guard isFirst else { return }
        channel.shutDown()
        incoming.cancelAll()
        references.removeAll()
    }
}
