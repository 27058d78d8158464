import Synchronization

@_spi(Host) extension Switchboard {
    /// Notifies all subscribers of an event, one after the other, and returns the delivery.
    ///
    /// A subscriber's failure is reported to the observer and in the delivery; it is never an error of the publisher.
    /// The clock of a request that publishes is paused meanwhile. A cancelled task still notifies all subscribers.
    /// Without subscribers, it costs one look-up.
    @discardableResult
    public func publish<Value>(_ event: Event<Value>, _ value: Value) async -> Delivery {
        await publish(event, value, reversed: false)
    }

    /// Notifies all subscribers of an event, the last one first if the event ends something.
    @discardableResult
    @_spi(Host) public func publish<Value>(
        _ event: Event<Value>, _ value: Value, reversed: Bool
    ) async -> Delivery {
        if let relay { return await relay.publish(event.name, Payload(value)) }
        let subscribers = registry.subscriptions.subscribers(of: event.name)
        guard !subscribers.isEmpty else { return Delivery(event: event.name) }
        let order = reversed ? subscribers.reversed() : subscribers
        guard let active = ActiveRequest.current, active.isAwaited else {
            return await tell(order, of: event.name, Payload(value))
        }
        return await active.pausingClock { await tell(order, of: event.name, Payload(value)) }
    }

    /// Sets the rules for modules, by name, and notifies the subscribers of those that changed.
    ///
    /// - Parameter rules: reads the rules. No other call sets rules meanwhile, so the rules that were read last are in force.
    @_spi(Host) public func publish(rules read: @autoclosure () -> [String: [Payload]]) async {
        let (former, rules) = rules.withLock { present in
            let rules = read()
            present.version += 1
            return (exchange(&present.byName, with: rules), rules)
        }
        for name in Set(former.keys).union(rules.keys).sorted() where former[name] != rules[name] {
            await deliverRules(name) { await publish(.tableRules(name), $0) }
        }
    }

    /// Notifies a module that was registered of the rules in force.
    @_spi(Host) public func publishRules(to module: String) async {
        for name in rules.withLock({ $0.byName.keys.sorted() }) {
            let event = Event<[Payload]>.tableRules(name).name
            await deliverRules(name) { rules in
                let subscribers = registry.subscriptions.subscribers(of: event).filter { $0.owner == module }
                if !subscribers.isEmpty { await tell(subscribers, of: event, Payload(rules)) }
            }
        }
    }

    /// Delivers the rules of a name, and again as long as they changed meanwhile.
    ///
    /// Two deliveries may reach a module at once, and that of the older rules may end last.
    private func deliverRules(_ name: String, _ deliver: ([Payload]) async -> Void) async {
        var delivered: [Payload]?
        var version: Int?
        while true {
            let present = rules.withLock { (rules: $0.byName[name] ?? [], version: $0.version) }
            if present.version == version || present.rules == delivered { return }
            (delivered, version) = (present.rules, present.version)
            await deliver(present.rules)
        }
    }

    @discardableResult
    private func tell(
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
            // A module that leaves meanwhile is not notified any more.
            guard there.contains(ObjectIdentifier(subscriber)) else { continue }
            delivery.count += 1
            guard case .failure(let reason) = await tell(subscriber, of: publication, payload) else { continue }
            delivery.failures.append(Delivery.Failure(module: subscriber.owner, reason: reason))
            observer?.noticed(.subscriberFailed(event: event, module: subscriber.owner, reason: reason))
        }
        return delivery
    }

    private static func identities(of event: String, in registry: Registry) -> Set<ObjectIdentifier> {
        Set(registry.subscriptions.subscribers(of: event).map { ObjectIdentifier($0) })
    }

    /// Runs a subscriber's handler in a task of its own, which is left at the deadline.
    private func tell(
        _ subscriber: InstalledSubscription, of publication: Publication, _ payload: Payload
    ) async -> Result<Void, any Error> {
        let chain = publication.chain
        guard chain.count <= Publication.nestingLimit else { return .failure(EventError.tooDeep(chain: chain)) }
        let (event, limit) = (publication.event, subscriber.subscription.deadline)
        let outcome = Promise<Result<Void, any Error>?>()
        outcome.fulfill(nil, after: limit, on: deadlines)
        let slot = activities?.begin(.subscriber, of: subscriber.owner, event)
        let task = Publication.$current.withValue(publication) {
            Task { [observer, activities] in
                let result = await Result { try await subscriber.subscription.handler(payload) }
                activities?.end(slot)
                if outcome.fulfill(result) || result.isCancellation { return }
                observer?.noticed(.subscriberLate(event: event, module: subscriber.owner))
            }
        }
        if let result = await outcome.wait() { return result }
        activities?.leave(slot)
        task.cancel()
        return .failure(EventError.deadline(event: event, limit: limit))
    }
}

@_spi(Host) extension Switchboard {
    /// Performs a command of the person at the navigator, such as going back, and publishes the events of its pages.
    public func perform(_ command: NavigationCommand) async -> Feedback {
        if let objection = await objection(to: command, for: nil) { return objection }
        return await perform(command, for: nil)
    }

    /// Performs a command to which no page objects for a request, and publishes the events of its pages.
    ///
    /// No clock runs while a navigator waits for readers.
    func perform(_ command: NavigationCommand, for request: Request?) async -> Feedback {
        let navigator = navigator(for: request)
        guard let request, navigator.waitsForReaders else { return await turn(command, for: request, navigator) }
        return await request.active.pausingClock { await turn(command, for: request, navigator) }
    }

    /// Performs a command, and publishes the events of its pages if they have subscribers.
    private func turn(
        _ command: NavigationCommand, for request: Request?, _ navigator: any Navigator
    ) async -> Feedback {
        guard registry.subscriptions.concernsPages, request?.active.planner == nil else {
            return await navigate(command, for: request, navigator)
        }
        let before = await navigator.entries(for: request)
        let forecast = await navigator.forecast(command, for: request)
        if let turn = PageTurn(from: before, to: forecast, by: command) {
            await tell(turn, .pageWillDisappear, .pageWillAppear)
        }
        let feedback = await navigate(command, for: request, navigator)
        if let turn = PageTurn(from: before, to: feedback, by: command) {
            await tell(turn, .pageDidDisappear, .pageDidAppear)
        }
        return feedback
    }

    @inline(__always)
    private func navigate(
        _ command: NavigationCommand, for request: Request?, _ navigator: any Navigator
    ) async -> Feedback {
        guard let request else { return await navigator.perform(command) }
        return await navigator.perform(command, for: request)
    }

    /// Shows pages in the navigator's own way, such as those of the last session, and publishes the events of the top
    /// one.
    @_spi(Host) public func show(_ top: StackEntry?, _ body: @Sendable () async -> Void) async {
        if let top { await publish(.pageWillAppear, PageChange(top)) }
        await body()
        if let top { await publish(.pageDidAppear, PageChange(top)) }
    }

    private func tell(
        _ turn: PageTurn, _ leaving: Event<PageChange>, _ coming: Event<PageChange>
    ) async {
        if let page = turn.old { await publish(leaving, PageChange(page), reversed: true) }
        if let page = turn.new { await publish(coming, PageChange(page)) }
    }
}
