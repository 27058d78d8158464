/// The name of an event together with the type of what it carries.
///
/// ```swift
/// extension Event<Order> {
///     static var ordered: Event<Order> { "shop.ordered" }
/// }
/// ```
///
/// Modules share the name, not the type: each decodes into its own, from JSON where the two differ. A name begins with
/// that of its module, so that no two mean different things; `switchboard` is the mediator's own.
public struct Event<Value: Codable & Sendable>: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name that all modules know it by.
    public let name: String

    /// Names an event.
    public init(_ name: String) { self.name = name }

    /// Names an event.
    public init(stringLiteral name: String) { self.init(name) }
}

/// Why a subscriber was not told to the end.
public enum EventError: Error, Sendable, Equatable {
    /// The handler did not end in its time, and was left behind.
    case deadline(event: String, limit: Duration)
    /// Events that were published while others were told led on and on; the chain begins with the outermost.
    case tooDeep(chain: [String])
}

extension EventError: CustomStringConvertible {
    /// A sentence that says what happened and what to do.
    public var description: String {
        switch self {
        case .deadline(let event, let limit):
            "its subscription to \(event) did not end within \(limit.secondsText) s; have it end when it is cancelled, or "
                + "hand the work to a task of its own"
        case .tooDeep(let chain):
            "more than \(Publication.nestingLimit) events in one another: "
                + "\(chain.prefix(4).joined(separator: " → ")) → …; break the loop"
        }
    }
}

/// Has a module told of an event, whoever publishes it.
///
/// ```swift
/// Subscription(to: .ordered) { order in await shelf.remove(order.item) }
/// ```
///
/// Subscribers are told one after the other: modules in the order in which they were registered, and each in the order in
/// which it declares. One that throws, or that does not end within its time, is reported to the host and keeps nobody from
/// being told. The handler may run many times at once, on any thread, and may ask and publish itself.
public struct Subscription: Sendable {
    /// The name of the event.
    public let event: String
    /// How long the handler may take, 10 seconds where nothing is said; one that does not end by then is cancelled and
    /// left behind.
    public private(set) var deadline: Duration = .seconds(10)
    /// Where it was declared.
    public let location: SourceLocation
    let handler: @Sendable (Payload) async throws -> Void

    /// Has the closure told of an event, with the value decoded as the closure's own type.
    public init<Value>(
        to event: Event<Value>, fileID: String = #fileID, line: Int = #line,
        handler: @escaping @Sendable (Value) async throws -> Void
    ) {
        self.event = event.name
        self.handler = { payload in try await handler(try payload.decode(as: Value.self)) }
        location = SourceLocation(fileID: fileID, line: line)
    }

    /// The same with another time for the handler; at most a day, and a longer one is taken as a day.
    public func deadline(_ deadline: Duration) -> Subscription {
        var subscription = self
        subscription.deadline = min(max(deadline, .zero), .seconds(86_400))
        return subscription
    }
}

/// A subscription of a module.
final class InstalledSubscription: Sendable {
    let subscription: Subscription
    let owner: String

    init(_ subscription: Subscription, owner: String) {
        self.subscription = subscription
        self.owner = owner
    }
}

/// What became of a published event.
public struct Delivery: Sendable {
    /// A subscriber that was told and failed.
    public struct Failure: Sendable {
        /// The subscriber's module.
        public let module: String
        /// What its handler threw, a `PayloadError` where the value does not fit its type, or an `EventError`.
        public let reason: any Error
    }

    /// The name of the event.
    public let event: String
    /// How many subscribers were told, those that failed among them; 0 where nobody listens.
    public internal(set) var count = 0
    /// Who failed, in the order in which they were told.
    public internal(set) var failures: [Failure] = []

    /// A delivery to nobody yet.
    @_spi(Host) public init(event: String) { self.event = event }
}
