/// The name of an event together with the type of its value.
///
/// ```swift
/// extension Event<Order> {
///     static var ordered: Event<Order> { "shop.ordered" }
/// }
/// ```
///
/// Modules share the name, not the type: each module decodes the value into its own type, from JSON if the types
/// differ. To be unique, a name begins with the name of its module; `switchboard` is reserved for the mediator.
public struct Event<Value: Codable & Sendable>: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name, which all modules share.
    public let name: String
    /// The hosts whose subscribers are notified.
    public let reach: EventReach

    /// Creates an event from its name.
    ///
    /// - Parameters:
    ///   - name: begins with the name of the publishing module, such as `coupons.redeemed`.
    ///   - reach: `.fleet` also notifies subscribers on the other hosts of the fleet. These subscribers receive each
    ///     event at most once, and one host's events in order. The `Delivery` covers only the publisher's host.
    public init(_ name: String, reach: EventReach = .host) { (self.name, self.reach) = (name, reach) }

    /// Creates an event from its name.
    public init(stringLiteral name: String) { self.init(name) }
}

/// The hosts whose subscribers are notified of an event.
public enum EventReach: Sendable, Hashable {
    /// The publisher's host only.
    case host
    /// All hosts of the fleet.
    case fleet
}

/// A subscription of a module to an event of any publisher.
///
/// ```swift
/// Subscription(to: .ordered) { order in await shelf.remove(order.item) }
/// ```
///
/// Subscribers are notified one after another: modules in the order of registration, a module's subscriptions in the
/// order of declaration. If a handler throws or exceeds its time limit, the host gets a report, and the next subscriber
/// is notified. The handler may run many times concurrently, on any thread, and may make requests and publish.
public struct Subscription: Sendable {
    /// The name of the event.
    public let event: String
    /// The time limit of the handler, 10 seconds by default; a handler that exceeds it is cancelled and abandoned.
    public private(set) var deadline: Duration = .seconds(10)
    /// The location of the declaration in the source code.
    public let location: DeclarationSite
    let handler: @Sendable (Payload) async throws -> Void

    /// Subscribes a closure to an event, with the value decoded into the closure's own type.
    public init<Value>(
        to event: Event<Value>, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Value) async throws -> Void
    ) {
        self.event = event.name
        self.handler = { payload in try await handler(try payload.decode(as: Value.self)) }
        location = DeclarationSite(fileID: fileID, line: line)
    }

    /// Subscribes a closure to an event, with the undecoded value.
    @_spi(Host) public init(
        to event: String, within limit: Duration, handler: @escaping @Sendable (Payload) async throws -> Void
    ) {
        self.event = event
        self.handler = handler
        deadline = min(max(limit, .zero), .seconds(86_400))
        location = DeclarationSite(fileID: "", line: 0)
    }

    /// Returns the subscription with another time limit for the handler, at most a day.
    public func deadline(_ deadline: Duration) -> Subscription {
        var subscription = self
        subscription.deadline = min(max(deadline, .zero), .seconds(86_400))
        return subscription
    }
}

final class InstalledSubscription: Sendable {
    let subscription: Subscription
    let owner: String

    init(_ subscription: Subscription, owner: String) {
        self.subscription = subscription
        self.owner = owner
    }
}

/// The outcome of a published event.
public struct Delivery: Sendable {
    /// A failure of a notified subscriber.
    public struct Failure: Sendable {
        /// The subscriber's module.
        public let module: String
        /// The handler's error, a `PayloadError` if the value does not fit the handler's type, or a mediator error.
        public let reason: any Error

        /// Describes a failure.
        @_spi(Host) public init(module: String, reason: any Error) {
            self.module = module
            self.reason = reason
        }
    }

    /// The name of the event.
    public let event: String
    /// The number of notified subscribers, including the failed ones; 0 if there are none.
    public internal(set) var count = 0
    /// The failures in the order of notification.
    public internal(set) var failures: [Failure] = []

    /// Creates a delivery, by default without subscribers.
    @_spi(Host) public init(event: String, count: Int = 0, failures: [Failure] = []) {
        self.event = event
        self.count = count
        self.failures = failures
    }

    /// Returns a failed delivery if modules may not publish the event; otherwise `nil`.
    @_spi(Host) public static func refusal(of event: String, by module: String) -> Delivery? {
        guard event.hasPrefix("switchboard.") else { return nil }
        let words = "\(event) is an event of the mediator; publish an event whose name begins with the module's name"
        return Delivery(event: event, failures: [Failure(module: module, reason: DescribedError(description: words))])
    }
}
