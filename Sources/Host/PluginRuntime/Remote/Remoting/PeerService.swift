/// The work of one side for the other.
protocol PeerService: Sendable {
    /// Answers an ask with `Peer.answer(_:_:_:)`, with the task-local values of the ask of this side that it belongs
    /// to.
    func answer(_ ask: Ask, to peer: Peer) async throws -> FrameEncoder
    /// Takes a notice; an error ends the connection.
    func take(_ notice: Ask, from peer: Peer) throws
}

/// An ask of the other side, or a notice.
struct Ask: Sendable {
    /// The number of the ask; 0 for a notice, which has no answer.
    let number: UInt64
    let method: Method
    /// The number of the ask of this side on which the other side works while it asks; 0 for none.
    let within: UInt64
    let fields: FrameDecoder
}

/// The way of frames to the other side, which takes them without a wait.
protocol FrameChannel: AnyObject, Sendable {
    /// Sends a frame behind all earlier ones; without effect after the end of the connection.
    ///
    /// - Parameter limit: the largest number of waiting bytes, with those of the frame.
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
    /// A module's process, whose asks name the ask of the host that they belong to.
    case module
    /// A host of a fleet: the asks of both sides name those that they belong to.
    case member
}

/// The error of an ask that the other side does not answer.
enum PeerError: Error, CustomStringConvertible {
    /// Too many asks of the other side are open.
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
