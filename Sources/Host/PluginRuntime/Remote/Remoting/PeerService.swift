/// The work that one side does for the other side.
protocol PeerService: Sendable {
    /// Answers an ask with `Peer.answer(_:_:_:)`. If the ask belongs to an ask of this side (`Ask.within`), the
    /// task has the task-local values of that ask.
    func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder
    /// Handles a notice. An error ends the connection.
    func take(_ notice: Ask, from peer: Peer) throws
}

/// An ask of the other side, or a notice.
struct Ask: Sendable {
    /// The number of the ask; 0 for a notice, which has no answer.
    let number: UInt64
    let method: Method
    /// The number of this side's ask that the other side was answering when it sent this message; 0 for none.
    let within: UInt64
    let fields: FrameDecoder
}

/// A channel that sends frames to the other side without waiting.
protocol FrameChannel: AnyObject, Sendable {
    /// Sends a frame after all earlier frames. Has no effect after the end of the connection.
    ///
    /// - Parameter limit: the largest number of waiting bytes, including the frame.
    /// - Returns: `false` if more bytes would wait; then the frame is not sent.
    @discardableResult
    func send(_ frame: FrameEncoder, waitingAtMost limit: Int) -> Bool
    /// Closes the connection.
    func shutDown()
}

/// The kinds of sides of a connection.
enum PeerRole {
    /// The host of a module's process.
    case host
    /// A module's process. Each of its asks has the number of the host's ask to which it belongs, if any.
    case module
    /// A host of a fleet. Each ask, of either side, has the number of the ask to which it belongs, if any.
    case member
}

/// The error of an ask that the other side does not answer.
enum PeerError: Error, CustomStringConvertible {
    /// Too many asks, or too many bytes of asks, are open.
    case busy
    /// The other side closed the connection.
    case ended

    var description: String {
        switch self {
        case .busy:
            "\(WireProtocol.openLimit) requests, or \(WireProtocol.openBytes >> 20) MiB of them, are under way between "
                + "the "
                + "host and the module's process; ask again when some of them have ended"
        case .ended: "the other process closed the connection; start the module again"
        }
    }
}
