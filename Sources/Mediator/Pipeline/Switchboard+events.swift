import Synchronization

@_spi(Host) extension Switchboard {
    /// Notifies all subscribers of an event, one after another, and returns their number and failures.
    ///
    /// A subscriber's failure is also reported to the observer, but not thrown. The clock of a publishing request is
    /// paused. A cancelled task still notifies all subscribers. Without subscribers, the call costs two look-ups. An
    /// idle module that subscribes to the event is started first, except for an event of a module's life.
    ///
    /// - Parameter reversed: whether the last subscriber is notified first, as for an event that ends something.
    @discardableResult
    public func publish<Value>(_ event: Event<Value>, _ value: Value, reversed: Bool = false) async -> Delivery {
        if let relay { return await relay.publish(event.name, Payload(value), reach: event.reach) }
        if event.reach == .fleet { for send in broadcast.withLock(\.self) { send(event.name, Payload(value)) } }
        let registry = registry
        // A module that stops would wait for a subscriber that requires it, and the subscriber for the end of the stop.
        let idle = value is ModuleChange ? [] : registry.idleModules.subscribers(of: event.name)
        guard !idle.isEmpty || registry.subscriptions.concerns(event.name) else { return Delivery(event: event.name) }
        func notifyAll() async -> Delivery {
            await start(idle, for: event.name)
            let subscribers = self.registry.subscriptions.subscribers(of: event.name)
            return await notify(reversed ? subscribers.reversed() : subscribers, of: event.name, Payload(value))
        }
        guard let active = ActiveRequest.current, active.isAwaited else { return await notifyAll() }
        return await active.pausingClock(notifyAll)
    }

    private func start(_ modules: [String], for event: String) async {
        guard let starter = registry.idleModules.starter else { return }
        for module in modules {
            // The task is not cancelled together with the publisher.
            let start = Task { try await starter.requestStart(ofSubscriber: module) }
            guard case .failure(let reason) = await start.result else { continue }
            let note = "\(module) did not start for the event \(event): \(RequestError.words(reason))"
            observer?.noticed(MediationNote("subscriberFailed", note))
        }
    }

    /// Sets the closure that sends events for the whole fleet to the other hosts; the closure must return immediately.
    @_spi(Host) public func broadcast(through body: @escaping @Sendable (_ event: String, _ value: Payload) -> Void) {
        broadcast.withLock { $0 = [body] }
    }

    /// Sets the rules for modules, keyed by rule name, and notifies the subscribers of each name whose rules changed.
    ///
    /// - Parameter rules: an expression that reads the rules. It is evaluated under the lock, so of two overlapping
    ///   calls, the rules of the later reading apply.
    @_spi(Host) public func publish(rules read: @autoclosure () -> [String: [Payload]]) async {
        let (former, rules) = rules.withLock { present in
            let rules = read()
            present.version += 1
            return (exchange(&present.byName, with: rules), rules)
        }
        for name in Set(former.keys).union(rules.keys).sorted() where former[name] != rules[name] {
            // A module that starts now receives the rules at its start.
            let event = Event<[Payload]>.tableRules(name).name
            let idle = registry.idleModules.subscribers(of: event)
            await start(idle, for: event)
            await deliverRules(name) { !idle.contains($0) }
        }
    }

    /// Notifies a newly registered module of the current rules.
    @_spi(Host) public func publishRules(to module: String) async {
        for name in rules.withLock({ $0.byName.keys.sorted() }) { await deliverRules(name) { $0 == module } }
    }

    /// Delivers the rules with a name to some modules. Repeats the delivery if the rules have changed in the meantime.
    ///
    /// Without the repetition, two deliveries could overlap, and the delivery of the older rules could end last.
    private func deliverRules(_ name: String, to isMeant: (_ module: String) -> Bool) async {
        let event = Event<[Payload]>.tableRules(name).name
        var delivered: [Payload]?
        var version: Int?
        while true {
            let present = rules.withLock { (rules: $0.byName[name] ?? [], version: $0.version) }
            if present.version == version || present.rules == delivered { return }
            (delivered, version) = (present.rules, present.version)
            let subscribers = registry.subscriptions.subscribers(of: event).filter { isMeant($0.owner) }
            if !subscribers.isEmpty { await notify(subscribers, of: event, Payload(present.rules)) }
        }
    }

    @discardableResult
    private func notify(
        _ subscribers: [InstalledSubscription], of event: String, _ payload: Payload
    ) async -> Delivery {
        let publication = Publication(event)
        defer { publication.end() }
        var delivery = Delivery(event: event)
        var seen = registry
        var there = Self.identities(of: event, in: seen)
        for subscriber in subscribers {
            let newest = registry
            if newest !== seen { (seen, there) = (newest, Self.identities(of: event, in: newest)) }
            // A module that was removed in the meantime is not notified any more.
            guard there.contains(ObjectIdentifier(subscriber)) else { continue }
            delivery.count += 1
            guard case .failure(let reason) = await pass(payload, to: subscriber, of: publication) else { continue }
            delivery.failures.append(Delivery.Failure(module: subscriber.owner, reason: reason))
            let note = "\(subscriber.owner) failed at the event \(event): \(RequestError.words(reason))"
            observer?.noticed(MediationNote("subscriberFailed", note))
        }
        return delivery
    }

    private static func identities(of event: String, in registry: Registry) -> Set<ObjectIdentifier> {
        Set(registry.subscriptions.subscribers(of: event).map { ObjectIdentifier($0) })
    }

    /// Runs a subscriber's handler in a separate task, which is abandoned at the deadline.
    private func pass(
        _ payload: Payload, to subscriber: InstalledSubscription, of publication: Publication
    ) async -> Result<Void, any Error> {
        let chain = publication.chain
        guard chain.count <= Publication.nestingLimit else {
            let names = chain.prefix(4).joined(separator: " → ")
            let words = "more than \(Publication.nestingLimit) nested events: \(names) → …; break the loop"
            return .failure(DescribedError(description: words))
        }
        let (event, limit) = (publication.event, subscriber.subscription.deadline)
        let outcome = Promise<Result<Void, any Error>?>()
        outcome.fulfill(nil, after: limit, on: deadlines)
        let slot = activities?.begin(.subscriber, of: subscriber.owner, event)
        let task = Publication.$current.withValue(publication) {
            Task { [observer, activities] in
                let result = await Result { try await subscriber.subscription.handler(payload) }
                activities?.end(slot)
                if outcome.fulfill(result) || result.isCancellation { return }
                let note = "\(subscriber.owner)'s subscription to \(event) ended after its time was up"
                let remedy = "end it when it is cancelled, or give it a longer deadline"
                observer?.noticed(MediationNote("late", "\(note); \(remedy)"))
            }
        }
        if let result = await outcome.wait() { return result }
        activities?.leave(slot)
        task.cancel()
        let remedy = "end it when it is cancelled, or do the work in a separate task"
        let words = "its subscription to \(event) did not end within \(limit.secondsText) s; \(remedy)"
        return .failure(DescribedError(description: words))
    }
}
