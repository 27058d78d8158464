@_spi(Host) package import HostKit
import Platform
import Synchronization

/// This host as a member of a fleet: it knows the other hosts and their modules, and can serve its own modules.
///
/// This file joins and leaves the fleet. The extensions exchange modules with other hosts, handle their messages, and
/// watch hosts that do not answer.
package final class FleetMember: Sendable {
    package let transport: any FleetTransport
    /// Fulfilled when the connection was closed for good.
    package let closed = Promise<Void>()
    /// The name of the fleet.
    package let app: String
    let subjects: FleetSubjects
    let ownCard: OwnCard
    let service: FleetService
    let directory = HostDirectory()
    let runtime: ModuleRuntime
    let report: @Sendable (String) -> Void
    private let events: FleetEvents
    /// The number of received cards, and whether there is no other host. `settle()` ends when no more cards arrive.
    let cards = Mutex((count: 0, isAlone: false))
    let isWatching = Mutex(false)
    /// The requests to update the modules of other hosts. The updates run one at a time.
    let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Creates a member that has not joined yet.
    ///
    /// - Parameters:
    ///   - app: the name of the fleet (letters, digits, `_` and `-`), because several fleets may share a server.
    ///   - name: the name of this host in messages.
    ///   - report: receives notices for the user.
    package init(
        _ transport: any FleetTransport, app: String, name: String, runtime: ModuleRuntime,
        report: @escaping @Sendable (String) -> Void
    ) {
        (self.transport, self.app) = (transport, app)
        self.runtime = runtime
        self.report = Self.limited(report)
        subjects = FleetSubjects(app: app)
        service = FleetService(mediator: runtime.mediator)
        events = FleetEvents(runtime.mediator, report: self.report)
        ownCard = OwnCard(name, transport, subjects)
    }

    package var identity: String { ownCard.id }
    var card: HostCard { ownCard.content }

    /// Whether a text may be the name of a fleet.
    package static func isName(_ text: String) -> Bool { HostCard.isToken(text) }

    /// The other known hosts.
    var hosts: [FleetHost] { directory.hosts }

    /// Returns a host that runs a module with a route; `nil` if there is none.
    /// - Throws: `FleetError` without a connection.
    func host(
        of module: String, with route: RouteDescription, excluding tried: Set<String>
    ) throws(FleetError) -> FleetHost? {
        if let absence { throw absence }
        return directory.host(of: module, with: route, excluding: tried)
    }

    /// Listens to the fleet's messages, and waits at most two seconds for the cards of the other hosts.
    package func join() async throws(FleetError) {
        try listen()
        let (transport, subject, own) = (transport, subjects.events, identity)
        runtime.mediator.broadcast { [report] event, value in
            guard let content = FleetEvents.message(event, value, from: own) else {
                return report("the event \(event) has a value that cannot leave its host; publish one with a JSON form")
            }
            _ = transport.send(content, to: subject, reply: nil)
        }
        if case .connected = transport.state {
            askForCards()
            await settle()
        }
        // Started after `settle()`, which also updates the modules: if two updates ran at the same time, the update
        // with older data could end last.
        let changes = changes.stream
        Task.detached { [weak self] in for await _ in changes { await self?.updateModules() } }
    }

    private func listen() throws(FleetError) {
        let own = identity
        let listeners: [(String, @Sendable (FleetMember, FleetMessage) -> Void)] = [
            (subjects.frames(of: own), { $0.takeFrame($1) }), (subjects.allBack(to: own), { $0.takeBack($1) }),
            (subjects.hosts, { $0.takeCard($1) }), (subjects.events, { $0.events.take($1, besidesThoseFrom: own) }),
            (
                subjects.alive(own),
                { member, message in
                    if let reply = message.reply { _ = member.transport.send([], to: reply, reply: nil) }
                }
            ),
        ]
        for (subject, take) in listeners {
            try transport.subscribe(to: subject) { [weak self] message in if let self { take(self, message) } }
        }
    }

    /// Handles a change of the connection: exchanges cards with the fleet, or, after a loss, fails the open asks.
    package func noteConnection(_ newest: FleetState) {
        guard case .connected = newest else {
            if case .closed = newest { closed.fulfill(()) }
            for host in directory.hosts { host.peer.asks.failAll(FleetLoss.connection, goesOn: true) }
            return
        }
        askForCards()
        ownCard.announce()
    }

    private func askForCards() {
        _ = transport.send([], to: subjects.hosts, reply: subjects.back(to: identity, from: "all", 0))
    }

    /// Waits until no more cards arrive, and all manifests have arrived.
    private func settle() async {
        var seen = -1
        for _ in 0..<100 {
            let (count, isAlone) = cards.withLock(\.self)
            if isAlone || directory.isComplete && count > 0 && count == seen { break }
            seen = count
            try? await Task.sleep(for: .milliseconds(20))
        }
        await updateModules()
    }

    /// Refuses new requests, lets open requests end, and leaves the fleet.
    package func leave(within limit: Duration) async {
        ownCard.change { $0.isLeaving = true }
        ownCard.announce()
        service.leave()
        await service.waitUntilIdle(within: limit)
        // A host that does not know yet that this host leaves gets the answer `notServed`, and asks another host.
        try? await Task.sleep(for: .milliseconds(500))
        transport.close()
    }

    /// Limits the notices to 32 per minute, because other members may cause any number.
    private static func limited(_ report: @escaping @Sendable (String) -> Void) -> @Sendable (String) -> Void {
        let passed = Mutex<[ContinuousClock.Instant]>([])
        return { line in
            let passes = passed.withLock { times in
                times.removeAll { .now - $0 >= .seconds(60) }
                if times.count < 32 { times.append(.now) } else { return false }
                return true
            }
            if passes { report(line) }
        }
    }
}
