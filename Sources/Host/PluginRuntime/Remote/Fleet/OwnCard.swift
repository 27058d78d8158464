import FoundationEssentials
@_spi(Host) import HostKit
@_spi(Host) import ModuleKit
import Synchronization

/// This host's card, which it sends to the fleet.
final class OwnCard: Sendable {
    let id: String
    private let card: Mutex<HostCard>
    private let transport: any FleetTransport
    private let subjects: FleetSubjects

    init(_ name: String, _ transport: any FleetTransport, _ subjects: FleetSubjects) {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        id = String(repeating: "0", count: 16 - digits.count) + digits
        let started = Int(Date().timeIntervalSince1970)
        card = Mutex(HostCard(id: id, name: name, number: 1, modules: [], started: started))
        (self.transport, self.subjects) = (transport, subjects)
    }

    var content: HostCard { card.withLock(\.self) }

    /// Changes the card, and returns whether it differs from before.
    @discardableResult
    func change(_ change: (inout HostCard) -> Void) -> Bool {
        card.withLock { card in
            let before = card
            change(&card)
            guard card != before else { return false }
            card.number += 1
            return true
        }
    }

    /// Sends the card to all hosts, or to a host that requested it.
    func announce(to subject: String? = nil) {
        guard let json = try? JSONEncoder().encode(content) else { return }
        _ = transport.send(Array(json), to: subject ?? subjects.hosts, reply: nil)
    }
}
