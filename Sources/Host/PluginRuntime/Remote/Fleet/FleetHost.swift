@_spi(Host) import ModuleKit
import Synchronization

/// Another host of the fleet, as far as this host knows it.
final class FleetHost: Sendable {
    private struct State {
        var card: HostCard
        /// The number of `alive` questions (`FleetSubjects.alive`) since the host's last answer.
        var unanswered = 0
        /// Whether this process waited for the host at the last look. A wait at two looks in a row is long.
        var isAwaited = false
        var counts = FleetCounts()
    }

    let peer: Peer
    private let state: Mutex<State>
    private let parts = FrameParts()

    init(_ card: HostCard, _ peer: Peer) {
        self.peer = peer
        state = Mutex(State(card: card))
    }

    var card: HostCard { state.withLock(\.card) }

    /// The host's name and identity for messages, because several hosts may have one name.
    var words: String { state.withLock { "\($0.card.name) (\($0.card.id))" } }

    /// Whether the host serves no modules, no ask is open in either direction, and the host has no pages of this host.
    var isForgettable: Bool { state.withLock(\.card.modules.isEmpty) && peer.isIdle }

    /// Stores a card if it is newer than the present one, and returns whether it is newer.
    func take(_ card: HostCard) -> Bool {
        state.withLock { state in
            guard card.number > state.card.number else { return false }
            state.card = card
            return true
        }
    }

    /// Receives a message with a frame or a part of a frame.
    func receive(_ packet: ArraySlice<UInt8>) throws(FrameError) {
        if let frame = try parts.frame(of: packet) { peer.receive(frame) }
    }

    // MARK: Life

    /// Returns whether to ask the host if it is alive: both now and at the last look, the host owed an answer, or held
    /// pages of this host.
    func look() -> Bool {
        let waits = peer.asks.count > 0 || !peer.references.isEmpty
        return state.withLock { state in
            defer { state.isAwaited = waits }
            return waits && state.isAwaited
        }
    }

    /// Counts an `alive` question. Returns the number of earlier questions without an answer.
    func noteQuestion() -> Int {
        state.withLock { state in
            defer { state.unanswered += 1 }
            return state.unanswered
        }
    }

    func noteLife() { state.withLock { $0.unanswered = 0 } }

    // MARK: Counts

    var counts: FleetCounts { state.withLock(\.counts) }

    func note(_ time: Duration, failed: Bool) { state.withLock { $0.counts.note(time, failed: failed) } }
}

/// The numbers and times of requests.
package struct FleetCounts: Sendable {
    package private(set) var requests = 0
    package private(set) var errors = 0
    package private(set) var time = Duration.zero

    mutating func note(_ time: Duration, failed: Bool) {
        requests += 1
        errors += failed ? 1 : 0
        self.time += time
    }

    /// The average time of a request.
    package var average: Duration { requests == 0 ? .zero : time / requests }
}

/// The reason why another host did not answer.
enum FleetLoss: Error, CustomStringConvertible {
    /// The ask did not reach the host, which no longer exists.
    case undelivered
    /// The host is gone.
    case gone(host: String)
    /// The connection to the server was lost.
    case connection

    var description: String {
        switch self {
        case .undelivered: "the host is no longer in the fleet; ask again"
        case .gone(let host):
            "the host \(host) is gone, and the request may have been done; check before you ask again"
        case .connection:
            "the connection to the fleet's server was lost, and the request may have been done; check before you ask "
                + "again"
        }
    }
}
