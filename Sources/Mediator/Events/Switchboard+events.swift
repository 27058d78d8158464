extension Switchboard {
    /// Tells all subscribers of an event, one after the other, and says what came of it.
    ///
    /// What a subscriber does wrong is reported to the observer and in the delivery; it is never an error of the
    /// publisher, and the clock of a request that publishes stands still meanwhile. A cancelled task still tells
    /// everybody. Where nobody listens nothing happens, at the cost of one look-up.
    @discardableResult
    public func publish<Value>(_ event: Event<Value>, _ value: Value) async -> Delivery {
        await publish(event, value, reversed: false)
    }

    /// The same, the last subscriber first where something ends.
    @discardableResult
    @_spi(Host) public func publish<Value>(
        _ event: Event<Value>, _ value: Value, reversed: Bool
    ) async -> Delivery {
        let subscribers = registry.subscriptions.subscribers(of: event.name)
        guard !subscribers.isEmpty else { return Delivery(event: event.name) }
        let order = reversed ? subscribers.reversed() : subscribers
        guard let life = RequestLife.current, life.isAwaited else {
            return await tell(order, of: event.name, Payload(value))
        }
        return await life.pausingClock(deadlines) { await tell(order, of: event.name, Payload(value)) }
    }

    private func tell(
        _ subscribers: [InstalledSubscription], of event: String, _ payload: Payload
    ) async -> Delivery {
        let publication = Publication(event)
        defer { publication.end() }
        var delivery = Delivery(event: event)
        // A module that leaves meanwhile is not told any more.
        for subscriber in subscribers where registry.subscriptions.contains(subscriber) {
            delivery.count += 1
            guard case .failure(let reason) = await tell(subscriber, of: publication, payload) else { continue }
            delivery.failures.append(Delivery.Failure(module: subscriber.owner, reason: reason))
            observer?.noticed(.subscriberFailed(event: event, module: subscriber.owner, reason: reason))
        }
        return delivery
    }

    private func tell(
        _ subscriber: InstalledSubscription, of publication: Publication, _ payload: Payload
    ) async -> Telling.Outcome {
        let chain = publication.chain
        guard chain.count <= Publication.nestingLimit else { return .failure(EventError.tooDeep(chain: chain)) }
        let telling = Telling(subscriber.subscription)
        let note = MediationNote.subscriberLate(event: publication.event, module: subscriber.owner)
        Publication.$current.withValue(publication) {
            telling.start {
                try await subscriber.subscription.handler(payload)
            } late: { [observer] in
                observer?.noticed(note)
            }
        }
        tellings.watch(telling)
        return await telling.outcome()
    }
}
