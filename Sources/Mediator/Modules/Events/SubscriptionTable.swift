import Synchronization

/// All subscriptions of a registry. The table never changes.
struct SubscriptionTable: Sendable {
    let concernsPages: Bool
    /// For each event: the subscriptions in order of registration, divided into arrays of decreasing length. Adding a
    /// subscription to n subscriptions copies log n subscriptions on average.
    private let byEvent: [String: [[InstalledSubscription]]]

    init(_ byEvent: [String: [[InstalledSubscription]]] = [:]) {
        self.byEvent = byEvent
        concernsPages = !byEvent.isEmpty && PageChange.eventNames.contains { byEvent[$0] != nil }
    }

    func concerns(_ event: String) -> Bool { byEvent[event] != nil }

    /// Returns the subscribers of an event, in order of registration.
    func subscribers(of event: String) -> [InstalledSubscription] { byEvent[event]?.flatMap(\.self) ?? [] }

    func adding(_ registration: Registration) -> SubscriptionTable {
        guard !registration.subscriptions.isEmpty else { return self }
        var byEvent = byEvent
        for subscription in registration.subscriptions {
            Self.append(
                InstalledSubscription(subscription, owner: registration.owner),
                to: &byEvent[subscription.event, default: []])
        }
        return SubscriptionTable(byEvent)
    }

    private static func append(_ subscription: InstalledSubscription, to runs: inout [[InstalledSubscription]]) {
        var last = [subscription]
        while let before = runs.last, before.count <= last.count { last = runs.removeLast() + last }
        runs.append(last)
    }

    func removing(owner: String) -> SubscriptionTable {
        var byEvent = byEvent
        for (event, runs) in byEvent where runs.joined().contains(where: { $0.owner == owner }) {
            let others = runs.joined().filter { $0.owner != owner }
            byEvent[event] = others.isEmpty ? nil : [others]
        }
        return SubscriptionTable(byEvent)
    }
}

/// One delivery of an event. The event's subscribers may publish other events before the delivery ends.
final class Publication: Sendable {
    static let nestingLimit = 16

    /// The event whose subscriber the current task runs.
    @TaskLocal static var current: Publication?

    let event: String
    /// The event whose subscriber published this event.
    private weak let outer: Publication?
    private let isOver = Atomic(false)

    init(_ event: String) {
        self.event = event
        outer = Self.current
    }

    func end() { isOver.store(true, ordering: .relaxed) }

    /// The names of this event and of the outer events whose delivery has not ended, the outermost first.
    ///
    /// The delivery of an outer event may have ended if its subscriber published this event in a separate task.
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
