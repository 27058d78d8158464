@_spi(Host) import HostKit
import Synchronization

/// A channel that sends frames to another host of the fleet, on that host's NATS subject. The sender's identity
/// precedes each packet.
final class FleetChannel: FrameChannel {
    /// The size of the sender's identity, in bytes.
    static let identitySize = 16

    private let transport: any FleetTransport
    private let subject: String
    private let identity: [UInt8]
    /// Returns the subject on which the server reports that an ask did not reach the host.
    private let reply: @Sendable (UInt64) -> String
    private let lastFrame = Atomic<UInt64>(0)
    /// Called after each frame.
    private let sent: @Sendable () -> Void

    init(
        _ transport: any FleetTransport, from own: String, to other: String, _ subjects: FleetSubjects,
        sent: @escaping @Sendable () -> Void
    ) {
        (self.transport, self.sent) = (transport, sent)
        subject = subjects.frames(of: other)
        identity = Array(own.utf8)
        reply = { subjects.back(to: own, from: other, $0) }
    }

    func send(_ frame: FrameEncoder, waitingAtMost limit: Int) -> Bool {
        defer { sent() }
        let reply = frame.ask.map(reply)
        guard frame.bytes.count > FrameParts.size else {
            return transport.send(identity + frame.bytes, to: subject, reply: reply)
        }
        let number = lastFrame.add(1, ordering: .relaxed).newValue
        return FrameParts.packets(of: frame, number: number).allSatisfy { packet in
            transport.send(identity + packet, to: subject, reply: reply)
        }
    }

    func shutDown() {}
}
