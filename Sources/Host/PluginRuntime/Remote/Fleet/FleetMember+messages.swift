import FoundationEssentials
@_spi(Host) import HostKit
@_spi(Host) import ModuleKit
import Platform
import Synchronization

/// The messages from which this host learns of other hosts.
extension FleetMember {
    func takeFrame(_ message: FleetMessage) {
        guard let content = message.content, content.count > FleetChannel.identitySize else { return }
        let sender = String(decoding: content[..<FleetChannel.identitySize], as: UTF8.self)
        guard HostCard.isIdentity(sender), sender != identity, let (host, _) = host(sender) else { return }
        do {
            try host.receive(content[FleetChannel.identitySize...])
        } catch {
            report("the host \(host.words) sent an unreadable message: \(error)")
            remove(host)
        }
        if let fault = host.peer.fault {
            report("the host \(host.words) was removed: \(fault)")
            remove(host)
        }
    }

    /// Handles a card, a host's report that it is alive, or the server's report that a host does not exist.
    func takeBack(_ message: FleetMessage) {
        let words = message.subject.split(separator: ".").suffix(2)
        guard let first = words.first, let number = words.last.flatMap({ UInt64($0) }) else { return }
        if first == "all" {
            if message.content == nil { cards.withLock { $0.isAlone = true } } else { takeCard(message) }
            return
        }
        guard let host = directory[String(first)] else { return }
        if message.content != nil { return host.noteLife() }
        guard number > 0 else { return lose(host) }
        host.peer.asks.end(number, .failure(FleetLoss.undelivered))
        remove(host)
    }

    func takeCard(_ message: FleetMessage) {
        guard let content = message.content else { return }
        if content.isEmpty {
            guard let reply = message.reply, reply != subjects.back(to: identity, from: "all", 0) else { return }
            return ownCard.announce(to: reply)
        }
        let card = try? JSONDecoder().decode(HostCard.self, from: Data(content))
        if card?.id == identity { return }
        guard let card, card.format == WireProtocol.version, card.isUsable else {
            let name = card.map { "the host \(PlainText.line($0.name, limit: 64))" } ?? "a host"
            report("\(name) of the fleet speaks another version, or sent an invalid card; update it")
            return
        }
        take(card)
    }

    private func take(_ card: HostCard) {
        guard let (host, isNew) = host(card.id, card) else { return }
        let isNewer = host.take(card)
        if isNew || isNewer, !card.modules.isEmpty {
            let modules = card.modules.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
            log(.info, card.isLeaving ? "the host \(host.words) leaves" : "the host \(host.words) serves \(modules)")
        }
        cards.withLock { $0.count += 1 }
        for module in card.modules { askForManifest(of: module, host) }
        changes.continuation.yield()
    }

    /// Returns the host with an identity; adds a new host. A host without a card can only send asks.
    private func host(_ identity: String, _ card: HostCard? = nil) -> (host: FleetHost, isNew: Bool)? {
        let own = self.identity
        return directory.host(identity) {
            let channel = FleetChannel(transport, from: own, to: identity, subjects) { [weak self] in self?.watch() }
            let number = UInt64(Date().timeIntervalSince1970 * 1_000) << 12
            let unknown = HostCard(id: identity, name: identity, number: 0, modules: [], started: 0)
            return FleetHost(card ?? unknown, Peer(channel, service, after: number))
        }
    }

    /// Removes a host that no longer exists.
    func remove(_ host: FleetHost) {
        directory.remove(host)
        service.forget(host.peer)
        changes.continuation.yield()
        // Asks that the host has received fail after a pause. If an ask did not reach the host, the server
        // reports that immediately, and the ask is sent to another host.
        Task.detached {
            try? await Task.sleep(for: Self.lookPeriod)
            host.peer.lose(FleetLoss.gone(host: host.card.name))
        }
    }

    /// Fails the asks that wait for a host that is gone.
    func lose(_ host: FleetHost) {
        log(.warning, "the host \(host.words) is gone")
        host.peer.lose(FleetLoss.gone(host: host.card.name))
        remove(host)
    }

    /// Writes an event of the fleet to the log.
    private func log(_ level: LogLevel, _ text: String) {
        runtime.mediator.log(level) { LogRecord(level, PlainText.line(text), [:], from: "fleet") }
    }
}
