@_spi(Host) import HostKit

/// The queue of events from other hosts for subscribers on this host. Each event is delivered at most once, and the
/// events of a host keep their order.
final class FleetEvents: Sendable {
    /// The largest number of events that wait for slow subscribers. Further events are dropped and reported.
    private static let limit = 1024

    private let waiting: AsyncStream<(name: String, value: Payload)>.Continuation
    private let report: @Sendable (String) -> Void

    init(_ mediator: Switchboard, report: @escaping @Sendable (String) -> Void) {
        let (events, waiting) = AsyncStream<(name: String, value: Payload)>.makeStream(
            bufferingPolicy: .bufferingOldest(Self.limit))
        (self.waiting, self.report) = (waiting, report)
        Task.detached {
            // Events with the mediator's own names are ignored: no host sends these to other hosts.
            for await event in events where Delivery.refusal(of: event.name, by: "another host") == nil {
                await mediator.publish(Event<Payload>(event.name), event.value)
            }
        }
    }

    /// Returns the message with an event; `nil` for a value that cannot leave its process, such as a page with code.
    static func message(_ event: String, _ value: Payload, from host: String) -> [UInt8]? {
        var document = FrameEncoder()
        do {
            try document.write(host)
            try document.write(event)
            try document.write(value)
            try document.checkSize()
            return document.bytes
        } catch {
            return nil
        }
    }

    func take(_ message: FleetMessage, besidesThoseFrom own: String) {
        var fields = FrameDecoder(message.content ?? [])
        guard let host = try? fields.read(String.self), host != own, let name = try? fields.read(String.self),
            let value = try? fields.read(Payload.self), fields.isAtEnd
        else { return }
        if case .dropped = waiting.yield((name, value)) {
            report(
                "the event \(name) was dropped: \(Self.limit) events of other hosts wait for subscribers; make the "
                    + "subscribers faster"
            )
        }
    }
}
