import FoundationEssentials
@_spi(Host) package import ModuleKit
import Platform
import Synchronization

/// This host as a member of a fleet: it knows the other hosts and their modules, and serves its own if it is told to.
package final class FleetMember: Sendable {
    private struct State {
        var card: HostCard
        var isWatching = false
        /// The number of cards that came, so that a start knows when no more come.
        var cardCount = 0
        /// Whether nobody listens to the question for cards.
        var isAlone = false
    }

    package let transport: any FleetTransport
    /// Fulfilled when the connection was closed for good.
    package let closed = Promise<Void>()
    private let events: FleetEvents
    /// The name of the fleet.
    package let app: String
    let subjects: FleetSubjects
    let service: FleetService
    private let directory = HostDirectory()
    private let runtime: ModuleRuntime
    private let report: @Sendable (String) -> Void
    private let state: Mutex<State>
    /// The work that changes modules elsewhere, one after the other.
    private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Creates a member that has not joined yet.
    ///
    /// - Parameters:
    ///   - app: the name of the fleet, as several may share a server: letters, digits, `_` and `-`.
    ///   - name: the name of this host for people.
    ///   - report: receives notices for people.
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
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        let identity = String(repeating: "0", count: 16 - digits.count) + digits
        let started = Int(Date().timeIntervalSince1970)
        state = Mutex(State(card: HostCard(id: identity, name: name, number: 1, modules: [], started: started)))
    }

    package var identity: String { state.withLock(\.card.id) }
    var card: HostCard { state.withLock(\.card) }

    /// Returns whether a text may be the name of a fleet.
    package static func isName(_ text: String) -> Bool { HostCard.isToken(text) }

    /// Passes at most 32 notices a minute on, since members may cause them at any rate.
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

    // MARK: Joining and leaving

    /// Listens to the fleet, and learns of the hosts that are there. It waits for their cards for half a second at
    /// most.
    package func join() async throws(FleetError) {
        try listen()
        let (transport, subject, own) = (transport, subjects.events, identity)
        runtime.mediator.broadcast { [report] event, value in
            guard let content = FleetEvents.message(event, value, from: own) else {
                return report("the event \(event) has a value that cannot leave its host; publish one with a JSON form")
            }
            _ = transport.send(content, to: subject, reply: nil)
        }
        let changes = changes.stream
        Task.detached { [weak self] in for await _ in changes { await self?.updateModules() } }
        guard case .connected = transport.state else { return }
        askForCards()
        await settle()
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

    /// Takes part again after the connection was lost, or is there for the first time.
    package func noteConnection(_ newest: FleetState) {
        guard case .connected = newest else {
            if case .closed = newest { closed.fulfill(()) }
            for host in directory.hosts { host.peer.asks.failAll(FleetLoss.connection, goesOn: true) }
            return
        }
        askForCards()
        announce()
    }

    private func askForCards() {
        _ = transport.send([], to: subjects.hosts, reply: subjects.back(to: identity, from: "all", 0))
    }

    /// Waits until no more cards come, and all manifests are there.
    private func settle() async {
        var seen = -1
        for _ in 0..<25 {
            let (count, isAlone) = state.withLock { ($0.cardCount, $0.isAlone) }
            if isAlone || directory.isComplete && count > 0 && count == seen { break }
            seen = count
            try? await Task.sleep(for: .milliseconds(20))
        }
        await updateModules()
    }

    /// Serves modules: the named ones, or all that run here.
    package func serve(_ names: [String]) async {
        let services = ServiceProtocol(self)
        // One card after the other, so that the newest wins.
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        await runtime.whenModulesChange { continuation.yield() }
        await renewCard(names, services)
        Task.detached { [weak self] in for await _ in changes { await self?.renewCard(names, services) } }
    }

    private func renewCard(_ names: [String], _ services: ServiceProtocol) async {
        serve(await runtime.servedModules(names), services)
    }

    /// Serves modules, and tells the fleet if they changed.
    func serve(_ all: [(info: ModuleInfo, manifest: Manifest)], _ services: ServiceProtocol) {
        let modules = all.filter { HostCard.isToken($0.info.name) }
        service.serve(Dictionary(uniqueKeysWithValues: modules.map { ($0.info.name, $0.manifest) }))
        let served = modules.compactMap { module -> HostCard.ServedModule? in
            guard let content = Self.content(of: module.manifest) else { return nil }
            return HostCard.ServedModule(
                name: module.info.name, version: "\(module.info.version)", summary: module.info.summary,
                routes: module.manifest.routes.count, manifest: content)
        }
        let isNew = state.withLock { state in
            guard state.card.modules != served else { return false }
            state.card.modules = served
            state.card.number += 1
            return true
        }
        guard isNew else { return }
        try? services.listen(to: served.map(\.name))
        announce()
    }

    /// Takes no new requests, lets the open ones end, and leaves the fleet.
    package func leave(within limit: Duration) async {
        state.withLock { state in
            state.card.isLeaving = true
            state.card.number += 1
        }
        announce()
        service.leave()
        await service.waitUntilIdle(within: limit)
        // Requests of hosts that did not know it yet are still told to go elsewhere.
        try? await Task.sleep(for: Self.farewell)
        transport.close()
    }

    /// The time in which all hosts know that this one leaves.
    private static let farewell = Duration.milliseconds(500)

    private func announce(to subject: String? = nil) {
        guard let json = try? JSONEncoder().encode(card) else { return }
        _ = transport.send(Array(json), to: subject ?? subjects.hosts, reply: nil)
    }

    // MARK: Messages

    private func takeFrame(_ message: FleetMessage) {
        guard let content = message.content, content.count > FleetChannel.identitySize else { return }
        let sender = String(decoding: content[..<FleetChannel.identitySize], as: UTF8.self)
        guard HostCard.isIdentity(sender), sender != identity, let (host, _) = host(sender) else { return }
        do {
            try host.receive(content[FleetChannel.identitySize...])
        } catch {
            report("the host \(host.words) sent what cannot be read: \(error)")
            remove(host)
        }
        if let fault = host.peer.fault {
            report("the host \(host.words) is left alone: \(fault)")
            remove(host)
        }
    }

    /// Takes the server's word that a host is not there, or a host's own that it lives, or a card.
    private func takeBack(_ message: FleetMessage) {
        let words = message.subject.split(separator: ".").suffix(2)
        guard let first = words.first, let number = words.last.flatMap({ UInt64($0) }) else { return }
        if first == "all" {
            if message.content == nil { state.withLock { $0.isAlone = true } } else { takeCard(message) }
            return
        }
        guard let host = directory[String(first)] else { return }
        if message.content != nil { return host.noteLife() }
        guard number > 0 else { return lose(host) }
        host.peer.asks.end(number, .failure(FleetLoss.undelivered))
        remove(host)
    }

    private func takeCard(_ message: FleetMessage) {
        guard let content = message.content else { return }
        if content.isEmpty {
            if let reply = message.reply, reply != subjects.back(to: identity, from: "all", 0) { announce(to: reply) }
            return
        }
        let card = try? JSONDecoder().decode(HostCard.self, from: Data(content))
        if card?.id == identity { return }
        guard let card, card.format == WireProtocol.version, card.isUsable else {
            let name = card.map { "the host \(PlainText.line($0.name, limit: 64))" } ?? "a host"
            report("\(name) of the fleet speaks another version, or says what no host says; update it")
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
        state.withLock { $0.cardCount += 1 }
        for module in card.modules { askForManifest(of: module, host) }
        changes.continuation.yield()
    }

    /// Returns a host, and begins to know it if it is new; one without a card only asks.
    private func host(_ identity: String, _ card: HostCard? = nil) -> (host: FleetHost, isNew: Bool)? {
        let own = self.identity
        return directory.host(identity) {
            let channel = FleetChannel(transport, from: own, to: identity, subjects) { [weak self] in self?.watch() }
            let behind = UInt64(Date().timeIntervalSince1970 * 1_000) << 12
            let unknown = HostCard(id: identity, name: identity, number: 0, modules: [], started: 0)
            return FleetHost(card ?? unknown, Peer(channel, service, behind: behind))
        }
    }

    /// Returns the hash of a manifest, as hosts send it.
    private static func content(of manifest: Manifest) -> ContentHash? {
        var document = FrameEncoder()
        return (try? document.write(manifest)).map { SHA256.hash(document.bytes) }
    }

    private func askForManifest(of module: HostCard.ServedModule, _ host: FleetHost) {
        guard directory.needs(module.manifest) else { return }
        Task.detached { [self] in
            let answer = try? await host.peer.ask(Messages.manifest, WireVersion(), module.name)
            let manifest = answer ?? nil
            let isTrue = manifest.flatMap(Self.content) == module.manifest
            directory.keep(isTrue ? manifest : nil, as: module.manifest)
            if !isTrue, manifest != nil {
                report("the host \(host.words) gave another manifest of \(module.name) than it announced; update it")
            }
            changes.continuation.yield()
        }
    }

    // MARK: Hosts

    /// The other hosts that are known.
    var hosts: [FleetHost] { directory.hosts }

    /// Returns a host that runs a module with a route; `nil` if there is none.
    /// - Throws: `FleetError` without a connection.
    func host(
        of module: String, with route: RouteDescription, besides tried: Set<String>
    ) throws(FleetError) -> FleetHost? {
        if let absence { throw absence }
        return directory.host(of: module, with: route, besides: tried)
    }

    /// Forgets a host that is not there any more.
    func remove(_ host: FleetHost) {
        directory.remove(host)
        service.forget(host.peer)
        changes.continuation.yield()
        // What came to the host before has no answer; what did not come is told at once, and is asked elsewhere.
        Task.detached {
            try? await Task.sleep(for: Self.lookPeriod)
            host.peer.lose(FleetLoss.gone(host: host.card.name))
        }
    }

    /// Fails what waits for a host that is gone.
    private func lose(_ host: FleetHost) {
        log(.warning, "the host \(host.words) is gone")
        host.peer.lose(FleetLoss.gone(host: host.card.name))
        remove(host)
    }

    /// Writes an event of the fleet to the log.
    private func log(_ level: LogLevel, _ text: String) {
        runtime.mediator.log(level) { LogRecord(level, PlainText.line(text), [:], from: "fleet") }
    }

    // MARK: Watching

    /// The time between two looks at hosts that do not answer: one that is gone is noticed at the second look, and one
    /// that is stopped after two questions.
    private static let lookPeriod = Duration.milliseconds(500)

    /// Asks hosts that do not answer for a while whether they live, as long as there are any.
    func watch() {
        let isNew = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard isNew else { return }
        Task.detached { [weak self] in
            repeat { try? await Task.sleep(for: Self.lookPeriod) } while self?.lookAtHosts() ?? false
        }
    }

    /// Asks all hosts whether they live, and waits a moment for the server's word on those that do not.
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
        return state.withLock { state in
            // Asks a host that came meanwhile, too.
            let isNeeded = directory.hosts.contains { $0.peer.asks.count > 0 || !$0.peer.references.isEmpty }
            state.isWatching = isNeeded
            return isNeeded
        }
    }

    // MARK: Modules

    /// Tells the runtime the modules that are elsewhere now. Those that cannot be used are passed over, so that a host
    /// with another version of one still answers.
    private func updateModules() async {
        var problems: Set<String> = []
        while true {
            let modules = directory.renewed { ElsewhereCode(member: self, module: $0, routes: $1.routes) }
            let found = await runtime.set(elsewhere: modules)
            if found.isEmpty { break }
            problems.formUnion(found.values)
            directory.refuse(found.keys.compactMap { modules[$0]?.content })
        }
        problems.sorted().forEach(report)
    }
}
