import Synchronization

/// All subscriptions, frozen.
struct SubscriptionTable: Sendable {
    /// Whether somebody is to be told of pages that come and go.
    let concernsPages: Bool
    /// In order of registration.
    private let byEvent: [String: [InstalledSubscription]]

    init(_ byEvent: [String: [InstalledSubscription]] = [:]) {
        self.byEvent = byEvent
        concernsPages = PageChange.eventNames.contains { byEvent[$0] != nil }
    }

    /// Who is told of an event, in order of registration.
    func subscribers(of event: String) -> [InstalledSubscription] { byEvent[event] ?? [] }

    /// The table with the subscriptions of a module.
    func adding(_ registration: Registration) -> SubscriptionTable {
        guard !registration.subscriptions.isEmpty else { return self }
        var byEvent = byEvent
        for subscription in registration.subscriptions {
            byEvent[subscription.event, default: []].append(
                InstalledSubscription(subscription, owner: registration.owner))
        }
        return SubscriptionTable(byEvent)
    }

    /// The table without those of a module.
    func removing(owner: String) -> SubscriptionTable {
        var byEvent = byEvent
        for (event, subscribers) in byEvent where subscribers.contains(where: { $0.owner == owner }) {
            let others = subscribers.filter { $0.owner != owner }
            byEvent[event] = others.isEmpty ? nil : others
        }
        return SubscriptionTable(byEvent)
    }
}

/// One event on its way to its subscribers, who may publish others meanwhile.
final class Publication: Sendable {
    /// How many events may stand in one another.
    static let nestingLimit = 16

    /// The event of which the current task is told.
    @TaskLocal static var current: Publication?

    let event: String
    /// The event whose subscriber published this one, as long as somebody waits for it.
    private weak let outer: Publication?
    private let isOver = Atomic(false)

    init(_ event: String) {
        self.event = event
        outer = Self.current
    }

    /// All subscribers were told.
    func end() { isOver.store(true, ordering: .relaxed) }

    /// This event and those around it that are not over, the outermost first.
    ///
    /// One that is over waits for nobody: a task that its subscriber started goes on alone.
    var chain: [String] {
        var events = [event]
        var next = outer
        while let publication = next {
            if !publication.isOver.load(ordering: .relaxed) { events.append(publication.event) }
            next = publication.outer
        }
        return events.reversed()
    }
}
