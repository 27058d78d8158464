import Dispatch
import Synchronization

@_spi(Host) import HostKit
@_spi(Host) import ModuleKit

/// A message server within the test, with the rules of NATS: the server answers a message without a listener, each
/// subscription gets its messages in order, and a connection gets none of its own messages.
final class FleetBus: Sendable {
    private struct Listener {
        let owner: ObjectIdentifier
        let subject: String
        let queue: DispatchQueue
        let receive: @Sendable (FleetMessage) -> Void

        func hears(_ subject: String) -> Bool {
            self.subject == subject || self.subject.hasSuffix(".>") && subject.hasPrefix(self.subject.dropLast())
        }
    }

    private let listeners = Mutex<[Int: Listener]>([:])
    private let lastNumber = Atomic(0)
    /// All messages, for the expectations of a test.
    private let sent = Mutex<[FleetMessage]>([])

    var messages: [FleetMessage] { sent.withLock(\.self) }

    fileprivate func add(
        _ owner: AnyObject, _ subject: String, _ receive: @escaping @Sendable (FleetMessage) -> Void
    ) {
        let number = lastNumber.add(1, ordering: .relaxed).newValue
        let queue = DispatchQueue(label: "fleet.\(number)")
        listeners.withLock {
            $0[number] = Listener(owner: ObjectIdentifier(owner), subject: subject, queue: queue, receive: receive)
        }
    }

    fileprivate func remove(allOf owner: AnyObject) {
        listeners.withLock { $0 = $0.filter { $0.value.owner != ObjectIdentifier(owner) } }
    }

    func send(_ message: FleetMessage, from sender: AnyObject? = nil) {
        sent.withLock { $0.append(message) }
        let own = sender.map(ObjectIdentifier.init)
        let found = listeners.withLock { $0.values.filter { $0.owner != own && $0.hears(message.subject) } }
        for listener in found { listener.queue.async { listener.receive(message) } }
        if found.isEmpty, let reply = message.reply {
            send(FleetMessage(subject: reply, reply: nil, content: nil))
        }
    }
}

/// The connection of one host to the bus, which a test can cut.
final class FleetBusConnection: FleetTransport {
    private let bus: FleetBus
    private let present = Mutex(FleetState.connected(server: "bus"))

    init(_ bus: FleetBus) { self.bus = bus }

    var state: FleetState { present.withLock(\.self) }

    func set(_ state: FleetState) { present.withLock { $0 = state } }

    func send(_ bytes: [UInt8], to subject: String, reply: String?) -> Bool {
        guard case .connected = state else { return false }
        bus.send(FleetMessage(subject: subject, reply: reply, content: bytes), from: self)
        return true
    }

    func subscribe(
        to subject: String, _ receive: @escaping @Sendable (FleetMessage) -> Void
    ) throws(FleetError) {
        bus.add(self, subject, receive)
    }

    /// Ends the host as SIGKILL does: it sends and receives nothing more.
    func vanish() {
        set(.closed(reason: "gone"))
        bus.remove(allOf: self)
    }

    func close() { vanish() }
}
