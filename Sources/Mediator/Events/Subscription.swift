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
