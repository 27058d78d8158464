@_spi(Host) import HostKit
@_spi(Host) import ModuleKit
import Synchronization

/// The watch for hosts that do not answer.
extension FleetMember {
    /// The time between two looks at hosts that do not answer. A host that is gone is noticed at the second look. A
    /// host that hangs is noticed after two questions without an answer.
    static let lookPeriod = Duration.milliseconds(500)

    /// Watches the hosts that owe an answer, until no host owes one. A host that does not answer for a while is asked
    /// whether it is alive.
    func watch() {
        guard isWatching.withLock({ !exchange(&$0, with: true) }) else { return }
        Task.detached { [weak self] in
            repeat { try? await Task.sleep(for: Self.lookPeriod) } while self?.lookAtHosts() ?? false
        }
    }

    /// Asks all hosts whether they are alive, and waits 0.1 s for the server's reports on hosts that are gone.
    package func askAll() async {
        for host in hosts { askWhetherAlive(host) }
        try? await Task.sleep(for: .milliseconds(100))
    }

    private func askWhetherAlive(_ host: FleetHost) {
        let id = host.card.id
        _ = transport.send([], to: subjects.alive(id), reply: subjects.back(to: identity, from: id, 0))
    }

    /// Looks at all hosts, and returns whether to look again.
    private func lookAtHosts() -> Bool {
        for host in hosts where host.look() {
            if host.noteQuestion() >= 2 { lose(host) } else { askWhetherAlive(host) }
        }
        return isWatching.withLock { isWatching in
            // Hosts that were added in the meantime are included.
            isWatching = hosts.contains { $0.peer.asks.count > 0 || !$0.peer.references.isEmpty }
            return isWatching
        }
    }
}
