/// A subscription of a module.
final class InstalledSubscription: Sendable {
    let subscription: Subscription
    let owner: String

    init(_ subscription: Subscription, owner: String) {
        self.subscription = subscription
        self.owner = owner
    }
}
