/// All subscriptions, frozen.
struct SubscriptionTable: Sendable {
    /// Whether somebody is to be told of pages that come and go.
    let concernsPages: Bool
    /// In order of registration.
    private let all: [InstalledSubscription]
    private let byEvent: [String: [InstalledSubscription]]

    init(_ subscriptions: [InstalledSubscription] = []) {
        all = subscriptions
        byEvent = Dictionary(grouping: subscriptions, by: \.subscription.event)
        concernsPages = !PageChange.eventNames.isDisjoint(with: byEvent.keys)
    }

    /// Who is told of an event, in order of registration.
    func subscribers(of event: String) -> [InstalledSubscription] { byEvent[event] ?? [] }

    /// Whether a subscription is still there.
    func contains(_ subscription: InstalledSubscription) -> Bool {
        subscribers(of: subscription.subscription.event).contains { $0 === subscription }
    }

    /// The table with the subscriptions of a module.
    func adding(_ registration: Registration) -> SubscriptionTable {
        guard !registration.subscriptions.isEmpty else { return self }
        return SubscriptionTable(
            all + registration.subscriptions.map { InstalledSubscription($0, owner: registration.owner) })
    }

    /// The table without those of a module.
    func removing(owner: String) -> SubscriptionTable {
        SubscriptionTable(all.filter { $0.owner != owner })
    }
}
